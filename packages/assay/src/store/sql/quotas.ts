import { sql } from 'kysely'
import type { AccountStore, QuotaClaim, QuotaTaken } from '../words/accounts.js'
import { toColumn } from './column-text.js'
import type { Db, Engine } from './engine.js'

type Quotas = Pick<
  AccountStore,
  'takeQuota' | 'returnQuota' | 'quotaUsed' | 'pruneQuotas'
>

type Once = Parameters<AccountStore['takeQuota']>[1]

/** Counted limits in SQL: see the port. */
export function quotas(engine: Engine): Quotas {
  return {
    takeQuota: (claims, once) =>
      engine.write((tx) => take(engine, tx, claims, once)),
    returnQuota: (claims, onceKey) =>
      engine.write(async (tx) => {
        if (onceKey !== undefined) await forget(tx, onceKey)
        await giveBack(tx, inOrder(claims))
      }),
    quotaUsed: (claims) => engine.read((db) => usedOf(db, claims)),
    pruneQuotas: (before) =>
      engine.write(async (tx) => {
        await tx
          .deleteFrom('quota_keys')
          .where('until_at', '<', before)
          .execute()
        const { numDeletedRows } = await tx
          .deleteFrom('quotas')
          .where('until_at', '<', before)
          .executeTakeFirst()
        return Number(numDeletedRows)
      }),
  }
}

async function take(
  engine: Engine,
  tx: Db,
  claims: readonly QuotaClaim[],
  once: Once,
): Promise<QuotaTaken> {
  if (once !== undefined && !(await remember(engine, tx, once)))
    return { taken: true, repeated: true, used: await usedOf(tx, claims) }
  const taken: QuotaClaim[] = []
  for (const claim of inOrder(claims)) {
    if (!(await takeOne(tx, claim))) {
      await giveBack(tx, taken)
      if (once !== undefined) await forget(tx, once.key)
      return exhausted(claims, claim, await usedOf(tx, claims))
    }
    taken.push(claim)
  }
  return { taken: true, repeated: false, used: await usedOf(tx, claims) }
}

function exhausted(
  claims: readonly QuotaClaim[],
  refused: QuotaClaim,
  used: readonly number[],
): QuotaTaken {
  const first = claims.findIndex(
    ({ limit }, index) => (used[index] ?? 0) >= limit,
  )
  // A claim that is made twice can pass its limit by its second half alone.
  const index = first === -1 ? claims.indexOf(refused) : first
  return { taken: false, exhausted: index, used }
}

// In one order, so that two takers never wait for each other.
function inOrder(claims: readonly QuotaClaim[]): QuotaClaim[] {
  const key = ({ scope, subject, from }: QuotaClaim) =>
    JSON.stringify([scope, subject, from])
  return [...claims].sort((a, b) => (key(a) < key(b) ? -1 : 1))
}

// The row is locked by it, also when the limit is reached.
async function takeOne(tx: Db, claim: QuotaClaim): Promise<boolean> {
  const { from, until, limit } = claim
  if (limit < 1) return false
  const { rows } = await sql`
    insert into quotas (scope, subject, from_at, until_at, used)
    values (${toColumn(claim.scope)}, ${toColumn(claim.subject)}, ${from}, ${until}, 1)
    on conflict (scope, subject, from_at) do update set used = quotas.used + 1
    where quotas.used < ${limit}
    returning used`.execute(tx)
  return rows.length > 0
}

async function giveBack(tx: Db, claims: readonly QuotaClaim[]): Promise<void> {
  for (const { scope, subject, from } of claims)
    await sql`update quotas set used = used - 1
      where scope = ${toColumn(scope)} and subject = ${toColumn(subject)}
        and from_at = ${from} and used > 0`.execute(tx)
}

async function usedOf(
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

/** False: the operation was counted, and its time is not over. */
async function remember(
  engine: Engine,
  tx: Db,
  { key, until }: NonNullable<Once>,
): Promise<boolean> {
  const { rows } = await sql`
    insert into quota_keys (key, until_at) values (${toColumn(key)}, ${until})
    on conflict (key) do update set until_at = excluded.until_at
    where quota_keys.until_at <= ${engine.clock}
    returning key`.execute(tx)
  return rows.length > 0
}

async function forget(tx: Db, key: string): Promise<void> {
  await tx.deleteFrom('quota_keys').where('key', '=', toColumn(key)).execute()
}
