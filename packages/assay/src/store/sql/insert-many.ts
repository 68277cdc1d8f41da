import { CompiledQuery } from 'kysely'
import type { Db, RowSql } from './engine.js'
import { runEach } from './run-each.js'
import type { Tables } from './tables.js'

/** Few sizes, so that few statements are ever prepared. */
const SIZES = [128, 16, 1]

/**
 * Inserts rows of equal shape, many a statement, and returns the values of
 * column `returning` of those that went in. Rows that break `unless` are left out.
 */
export async function insertMany<T extends keyof Tables>(
  engine: RowSql,
  db: Db,
  into: {
    readonly table: T
    readonly columns: readonly (keyof Tables[T] & string)[]
    /** Columns of the key whose equals are left out. */
    readonly unless?: readonly (keyof Tables[T] & string)[]
    readonly returning?: keyof Tables[T] & string
  },
  rows: readonly (readonly unknown[])[],
): Promise<unknown[]> {
  if (rows.length === 0) return []
  const returned: unknown[] = []
  if (engine.takesRows) {
    const text = statement(engine, into, 1)
    for (const row of await runEach(engine, db, text, rows))
      returned.push(...Object.values(row as object))
    return returned
  }
  let from = 0
  while (from < rows.length) {
    const left = rows.length - from
    const size = SIZES.find((each) => each <= left) ?? 1
    const text = statement(engine, into, size)
    const values = rows.slice(from, from + size).flat()
    const result = await db.executeQuery(CompiledQuery.raw(text, values))
    for (const row of result.rows)
      returned.push(...Object.values(row as object))
    from += size
  }
  return returned
}

// Names of tables and columns are our own constants; values are parameters.
function statement(
  engine: Pick<RowSql, 'placeholder'>,
  into: {
    readonly table: string
    readonly columns: readonly string[]
    readonly unless?: readonly string[]
    readonly returning?: string
  },
  size: number,
): string {
  const { table, columns, unless, returning } = into
  const quoted = columns.map((column) => `"${column}"`)
  const tuples = Array.from({ length: size }, (_, row) => {
    const places = columns.map((_, column) =>
      engine.placeholder(row * columns.length + column + 1),
    )
    return `(${places.join(',')})`
  })
  const conflict =
    unless === undefined ? '' : ` on conflict (${unless.join(',')}) do nothing`
  const back = returning === undefined ? '' : ` returning "${returning}"`
  return `insert into "${table}" (${quoted.join(',')}) values ${tuples.join(',')}${conflict}${back}`
}
