import {
  type DuckDBConnection,
  LIST,
  listValue,
  UINTEGER,
  VARCHAR,
} from '@duckdb/node-api'
import { numberOf, type Span } from '../sql/column-reader.js'
import { readText } from './connect.js'

/** Ids of names that are in the dictionary. */
export async function idsOf(
  connection: DuckDBConnection,
  names: readonly string[],
): Promise<Map<string, number>> {
  if (names.length === 0) return new Map()
  const reader = await connection.runAndReadAll(
    'SELECT name, id FROM names WHERE name IN (SELECT unnest($1))',
    [listValue([...names])],
    [LIST(VARCHAR)],
  )
  return new Map(
    reader.getRows().map(([name, id]) => [String(name), Number(id)]),
  )
}

/** Names of ids that are in the dictionary. */
export async function namesOf(
  connection: DuckDBConnection,
  ids: readonly number[],
): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const reader = await connection.runAndReadAll(
    'SELECT id, name FROM names WHERE id IN (SELECT unnest($1))',
    [listValue([...ids])],
    [LIST(UINTEGER)],
  )
  return new Map(
    reader.getRows().map(([id, name]) => [Number(id), String(name)]),
  )
}

/** The value of a cursor; undefined when it was never kept. */
export async function cursorOf(
  connection: DuckDBConnection,
  name: string,
): Promise<string | undefined> {
  const reader = await connection.runAndReadAll(
    'SELECT value FROM cursors WHERE name = $1',
    [name],
  )
  const value = reader.getRows()[0]?.[0]
  return typeof value === 'string' ? value : undefined
}

/** Every span that was read of a wallet, epoch milliseconds. */
export async function coverageOf(
  connection: DuckDBConnection,
  network: number,
  wallet: number,
): Promise<Span[]> {
  const rows = await readText(
    connection,
    'SELECT from_at, to_at FROM coverage WHERE network = $network AND wallet = $wallet',
    { network, wallet },
  )
  return rows.map(([from, to]) => [numberOf(from), numberOf(to)] as const)
}
