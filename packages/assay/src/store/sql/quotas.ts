import { sql } from 'kysely'
import type { AccountStore, QuotaClaim, QuotaTaken } from '../words/accounts.js'
import { toColumn } from './column-text.js'
import type { Db, Engine } from './engine.js'
import {
  countBack,
  countersOf,
  countOn,
  usedOf,
  windowOf,
} from './quota-counters.js'

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
        await countBack(tx, countersOf(claims))
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
  const counters = countersOf(claims)
  const counted = await countOn(tx, counters)
  if (counted.size === counters.length) {
    const used = claims.map((claim) => counted.get(windowOf(claim)) ?? 0)
    return { taken: true, repeated: false, used }
  }
  await countBack(
    tx,
    counters.filter(({ key }) => counted.has(key)),
  )
  if (once !== undefined) await forget(tx, once.key)
  return exhausted(claims, await usedOf(tx, claims))
}

function exhausted(
  claims: readonly QuotaClaim[],
  used: readonly number[],
): QuotaTaken {
  const counters = new Map(countersOf(claims).map((one) => [one.key, one]))
  const first = claims.findIndex((claim, index) => {
    const { times = 1, limit = 0 } = counters.get(windowOf(claim)) ?? {}
    return (used[index] ?? 0) + times > limit
  })
  return { taken: false, exhausted: Math.max(0, first), used }
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
