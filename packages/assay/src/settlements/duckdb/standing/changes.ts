import type { DuckDBConnection } from '@duckdb/node-api'
import type { Values } from '../../sql/column-reader.js'
import { runText } from '../connect.js'
import { PAIR, paymentsText, sentText } from './text.js'

export type Changed = {
  /** Rows of settlements, or of what left a seller. */
  readonly kind: 'payments' | 'sent'
  readonly change: 'come' | 'go'
  /** A table of transfers, and which of its rows. */
  readonly table: string
  readonly where: string
  readonly values: Values
}

/** Notes which rows of the kept window come or go, for the next refresh. */
export async function noteChange(
  connection: DuckDBConnection,
  { kind, change, table, where, values }: Changed,
): Promise<void> {
  const sign = change === 'come' ? '1' : '-1'
  const text = kind === 'payments' ? paymentsText : sentText
  await runText(
    connection,
    `INSERT INTO standing_changes SELECT ${PAIR}
     FROM (${text(sign, inKeptWindow(table), where)}) AS changed`,
    values,
  )
}

function inKeptWindow(table: string): string {
  return `(SELECT found.* FROM ${table} AS found
    JOIN standing_windows AS kept ON kept.network = found.network
      AND found.ms > kept.after_at AND found.ms <= kept.until_at)`
}
