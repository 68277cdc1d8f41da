import type { DuckDBConnection } from '@duckdb/node-api'
import { DAY_MS } from '../window.js'
import { inTransaction, runText } from './connect.js'

/** About a month: what lies together stays together in time too. */
const SPAN_DAYS = 30

/**
 * Writes the rows anew, by seller and buyer within thirty days; a file grows
 * by one copy until the next checkpoint.
 */
export async function compactRows(connection: DuckDBConnection): Promise<void> {
  const values = { span: SPAN_DAYS * DAY_MS }
  for (const [table, order] of [
    ['transfers', 'ms // $span, payee, payer, ms'],
    ['outgoing', 'ms // $span, payer, payee, ms'],
  ] as const)
    await inTransaction(connection, async () => {
      await runText(
        connection,
        `CREATE TABLE sorted AS SELECT * FROM ${table} ORDER BY network, ${order}`,
        values,
      )
      await connection.run(`DROP TABLE ${table}`)
      await connection.run(`ALTER TABLE sorted RENAME TO ${table}`)
    })
  for (const [table, order] of [
    ['days', 'day // $days, payee, payer, day'],
    ['standing_pairs', 'payee, payer'],
  ] as const)
    await inTransaction(connection, async () => {
      await runText(
        connection,
        `CREATE TABLE sorted AS SELECT * FROM ${table} ORDER BY network, ${order}`,
        { days: SPAN_DAYS },
      )
      await connection.run(`DROP TABLE ${table}`)
      await connection.run(`ALTER TABLE sorted RENAME TO ${table}`)
    })
  await connection.run('CHECKPOINT')
}
