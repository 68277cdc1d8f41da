import { CompiledQuery } from 'kysely'
import type { Db, RowSql } from './engine.js'

type Rows = readonly (readonly unknown[])[]

/** One statement that a connection runs once for each row of values. */
export type EachQuery = CompiledQuery & { readonly each: Rows }

/**
 * Runs a constant text with `?` for each value once for each row of values, in
 * their order, and returns the rows that came back.
 */
export async function runEach<R = unknown>(
  engine: Pick<RowSql, 'placed' | 'takesRows'>,
  db: Db,
  text: string,
  rows: Rows,
): Promise<R[]> {
  if (rows.length === 0) return []
  const query = CompiledQuery.raw(engine.placed(text))
  if (engine.takesRows) {
    const each: EachQuery = { ...query, each: rows }
    return (await db.executeQuery<R>(each)).rows
  }
  const returned: R[] = []
  for (const parameters of rows) {
    const result = await db.executeQuery<R>({ ...query, parameters })
    for (const row of result.rows) returned.push(row)
  }
  return returned
}

/** The rows of values of a query that is to run once for each. */
export function rowsOf(query: CompiledQuery): Rows | undefined {
  return 'each' in query ? (query as EachQuery).each : undefined
}
