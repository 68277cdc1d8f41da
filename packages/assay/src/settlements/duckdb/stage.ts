import { type DuckDBConnection, DuckDBDataChunk } from '@duckdb/node-api'
import type { StagedRow } from '../checked-batch.js'

/** The most that one data chunk holds. */
const CHUNK_ROWS = 2_048

/** Appends rows to the temporary table `staged`, in chunks. */
export async function stage(
  connection: DuckDBConnection,
  rows: readonly StagedRow[],
): Promise<void> {
  if (rows.length === 0) return
  const appender = await connection.createAppender('staged', 'main', 'temp')
  const types = Array.from({ length: appender.columnCount }, (_, i) =>
    appender.columnType(i),
  )
  for (let start = 0; start < rows.length; start += CHUNK_ROWS) {
    const part = rows.slice(start, start + CHUNK_ROWS)
    const chunk = DuckDBDataChunk.create(types)
    chunk.setColumns([
      part.map(({ at }) => BigInt(at)),
      part.map(({ day }) => day),
      part.map(({ block }) => BigInt(block)),
      part.map(({ tx }) => tx),
      part.map(({ log_index }) => log_index),
      part.map(({ payer }) => payer),
      part.map(({ payee }) => payee),
      part.map(({ amount }) => amount),
      part.map(({ facilitator }) => facilitator),
      part.map((row) => row.class),
    ])
    appender.appendDataChunk(chunk)
  }
  appender.closeSync()
}

/** Appends names to a temporary table of one text column. */
export async function stageNames(
  connection: DuckDBConnection,
  names: readonly string[],
): Promise<void> {
  if (names.length === 0) return
  const appender = await connection.createAppender('named_now', 'main', 'temp')
  for (const name of names) {
    appender.appendVarchar(name)
    appender.endRow()
  }
  appender.closeSync()
}
