import type { Db, RowSql } from '../engine.js'
import type { DdlWords } from './words.js'

/** One step of the schema, never changed once it was released. */
export type Migration = {
  readonly version: number
  readonly statements: (words: DdlWords) => readonly string[]
  /** Derives the rows of new tables from those that are there. */
  readonly fill?: (engine: RowSql, tx: Db) => Promise<void>
}
