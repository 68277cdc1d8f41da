import { sql } from 'kysely'
import type { SpendingStore } from '../words/spending.js'
import { toColumn } from './column-text.js'
import type { Db, Engine } from './engine.js'
import { insertMany } from './insert-many.js'
import { jsonText } from './watch-rows.js'

/** Spend ledgers in SQL: see the port. */
export function spendingStore(engine: Engine): SpendingStore {
  return {
    spendEvents: (account, after, limit) =>
      engine.read(async (db) => {
        const rows = await db
          .selectFrom('spend_events')
          .select(['position', 'event'])
          .where('account', '=', toColumn(account))
          .where('position', '>', after)
          .orderBy('position')
          .limit(limit)
          .execute()
        return rows.map(({ position, event }) => ({
          position,
          event: JSON.parse(event) as unknown,
        }))
      }),
    appendSpendEvents: (account, after, events) =>
      engine.write(async (tx) => {
        const name = toColumn(account)
        const reached = await moveOn(tx, name, after, events.length)
        if (reached === undefined) return undefined
        await insertMany(
          engine,
          tx,
          { table: 'spend_events', columns: ['account', 'position', 'event'] },
          events.map((event, i) => [name, after + i + 1, jsonText(event)]),
        )
        return reached
      }),
  }
}

/** Moves a ledger that stands at `after` on, and holds it till the commit. */
async function moveOn(
  tx: Db,
  account: string,
  after: number,
  by: number,
): Promise<number | undefined> {
  // Only one that nothing was appended to may be unknown.
  if (after === 0)
    await sql`insert into spend_accounts (account, position)
      values (${account}, 0) on conflict (account) do nothing`.execute(tx)
  const { rows } = await sql<{ position: number }>`
    update spend_accounts set position = position + ${by}
    where account = ${account} and position = ${after}
    returning position`.execute(tx)
  return rows[0]?.position
}
