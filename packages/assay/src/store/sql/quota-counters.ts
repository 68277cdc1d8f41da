import { sql } from 'kysely'
import type { QuotaClaim } from '../words/accounts.js'
import { fromColumn, toColumn } from './column-text.js'
import type { Db } from './engine.js'
import type { Tables } from './tables.js'

type Counted = Pick<Tables['quotas'], 'scope' | 'subject' | 'from_at' | 'used'>

/** What the claims of one window come to. */
export type Counter = {
  readonly key: string
  readonly claim: QuotaClaim
  /** How many of the claims are of this window. */
  readonly times: number
  /** The least of their limits. */
  readonly limit: number
}

/** A claim's window as one text. */
export function windowOf(
  claim: Pick<QuotaClaim, 'scope' | 'subject' | 'from'>,
): string {
  return JSON.stringify([claim.scope, claim.subject, claim.from])
}

/** The counters of claims in one order, so that takers never wait crosswise. */
export function countersOf(claims: readonly QuotaClaim[]): Counter[] {
  const counters = new Map<string, Counter>()
  for (const claim of claims) {
    const key = windowOf(claim)
    const known = counters.get(key)
    counters.set(key, {
      key,
      claim,
      times: (known?.times ?? 0) + 1,
      limit: Math.min(known?.limit ?? claim.limit, claim.limit),
    })
  }
  return [...counters.values()].sort((a, b) => (a.key < b.key ? -1 : 1))
}

/**
 * Counts on in one statement and returns the new counts of those that stay
 * within their limits; the rows of all are locked by it.
 */
export async function countOn(
  tx: Db,
  counters: readonly Counter[],
): Promise<Map<string, number>> {
  const within = counters.filter(({ times, limit }) => times <= limit)
  if (within.length === 0) return new Map()
  const rows = within.map(
    ({ claim: { scope, subject, from, until }, times, limit }) =>
      sql`(${toColumn(scope)}, ${toColumn(subject)}, ${from}, ${until}, ${times}, ${limit})`,
  )
  const counted = await sql<Counted>`
    insert into quotas (scope, subject, from_at, until_at, used, most)
    values ${sql.join(rows)}
    on conflict (scope, subject, from_at) do update set
      used = quotas.used + excluded.used, most = excluded.most
    where quotas.used + excluded.used <= excluded.most
    returning scope, subject, from_at, used`.execute(tx)
  return new Map(
    counted.rows.map(({ scope, subject, from_at, used }) => [
      windowOf({
        scope: fromColumn(scope),
        subject: fromColumn(subject),
        from: from_at,
      }),
      used,
    ]),
  )
}

/** Gives back what was counted. */
export async function countBack(
  tx: Db,
  counters: readonly Counter[],
): Promise<void> {
  for (const { claim, times } of counters)
    await sql`update quotas
      set used = case when used > ${times} then used - ${times} else 0 end
      where scope = ${toColumn(claim.scope)}
        and subject = ${toColumn(claim.subject)}
        and from_at = ${claim.from}`.execute(tx)
}

/** The counts as they stand, in the order of the claims. */
export async function usedOf(
  db: Db,
  claims: readonly QuotaClaim[],
): Promise<number[]> {
  const used: number[] = []
  for (const { scope, subject, from } of claims) {
    const row = await db
      .selectFrom('quotas')
      .select('used')
      .where('scope', '=', toColumn(scope))
      .where('subject', '=', toColumn(subject))
      .where('from_at', '=', from)
      .executeTakeFirst()
    used.push(row?.used ?? 0)
  }
  return used
}
