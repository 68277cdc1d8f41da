import {
  BIGINT,
  type DuckDBConnection,
  DuckDBDecimalValue,
  DuckDBUIntegerVector,
  type DuckDBValue,
  type DuckDBVector,
} from '@duckdb/node-api'
import type { Cell, Values } from '../sql/column-reader.js'

/** Runs a text; `$name` are whole numbers, bound and never written into it. */
export async function runText(
  connection: DuckDBConnection,
  text: string,
  values: Values = {},
): Promise<number> {
  const { named, types } = bound(text, values)
  const result = await connection.run(text, named, types)
  return result.rowsChanged
}

/** All rows of a text, in order. */
export async function readText(
  connection: DuckDBConnection,
  text: string,
  values: Values = {},
): Promise<Cell[][]> {
  const { named, types } = bound(text, values)
  const reader = await connection.runAndReadAll(text, named, types)
  return reader.getRows().map((row) => row.map(cellOf))
}

/** Columns of whole numbers below 2^32, part by part. */
export async function readNumbers(
  connection: DuckDBConnection,
  text: string,
  onPart: (columns: readonly ArrayLike<number>[]) => void,
): Promise<void> {
  const result = await connection.stream(
    `SELECT CAST(COLUMNS(*) AS UINTEGER) FROM (${text}) AS whole`,
  )
  for (;;) {
    const chunk = await result.fetchChunk()
    if (chunk === null || chunk.rowCount === 0) return
    onPart(
      Array.from({ length: chunk.columnCount }, (_, i) =>
        numbersOf(chunk.getColumnVector(i)),
      ),
    )
  }
}

// The library reads its numbers one by one; here are tens of millions.
function numbersOf(vector: DuckDBVector): ArrayLike<number> {
  if (vector instanceof DuckDBUIntegerVector) return vector['items']
  throw new TypeError('no column of whole numbers')
}

/** Everything or nothing. */
export async function inTransaction<T>(
  connection: DuckDBConnection,
  work: () => Promise<T>,
): Promise<T> {
  await connection.run('BEGIN TRANSACTION')
  try {
    const result = await work()
    await connection.run('COMMIT')
    return result
  } catch (error) {
    await connection.run('ROLLBACK').catch(() => undefined)
    throw error
  }
}

function bound(text: string, values: Values) {
  const named: Record<string, bigint> = {}
  const types: Record<string, typeof BIGINT> = {}
  // A value that the text does not name is refused by the engine.
  for (const [, name] of text.matchAll(/\$([a-z_]+)/g)) {
    if (name === undefined) continue
    const value = values[name]
    if (value === undefined) throw new TypeError(`no value for $${name}`)
    named[name] = BigInt(value)
    types[name] = BIGINT
  }
  return { named, types }
}

function cellOf(value: DuckDBValue): Cell {
  if (value instanceof DuckDBDecimalValue) return value.value
  if (value === null || typeof value === 'bigint') return value
  if (typeof value === 'number' || typeof value === 'string') return value
  throw new TypeError(`no cell: ${String(value)}`)
}
