import { CompiledQuery, type QueryResult } from 'kysely'
import type { Db, Engine } from './engine.js'

/**
 * Runs a constant text with `?` for each value: for statements that run once a
 * row, where building them anew would cost more than the database does.
 */
export function run<R = unknown>(
  engine: Pick<Engine, 'placed'>,
  db: Db,
  text: string,
  values: unknown[],
): Promise<QueryResult<R>> {
  return db.executeQuery<R>(CompiledQuery.raw(engine.placed(text), values))
}
