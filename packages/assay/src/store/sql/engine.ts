import type { Kysely, RawBuilder } from 'kysely'
import type { DdlWords } from './migrations/words.js'
import type { Tables } from './tables.js'

/** A connection to run statements on, inside or outside a transaction. */
export type Db = Kysely<Tables>

/**
 * What the shared SQL needs of a database. Errors that leave it are
 * StoreUnavailable or StoreFault. `work` must not use the engine itself, only
 * the connection that it is given.
 */
export type Engine = {
  readonly dialect: 'sqlite' | 'postgres'
  /** Statements that only read; each sees the newest. */
  read<T>(work: (db: Db) => Promise<T>): Promise<T>
  /** All or nothing, alone among writers of the same rows. */
  write<T>(work: (db: Db) => Promise<T>): Promise<T>
  /** Statements that read one state of everything. */
  snapshot<T>(work: (db: Db) => Promise<T>): Promise<T>
  /** The database's clock plus the stored offset, epoch milliseconds. */
  readonly clock: RawBuilder<number>
  readonly words: DdlWords
  /** Holds other processes back that would change the schema. */
  lockSchema(db: Db): Promise<void>
  /** A text with `?` for each value, in the database's own placeholders. */
  placed(text: string): string
  /** True: a statement may be sent once with many rows of values: `runEach`. */
  readonly takesRows: boolean
  /** The n-th placeholder of a statement, from 1. */
  placeholder(n: number): string
  /** Said after a select whose rows no other writer shall pick. */
  readonly skipLocked: RawBuilder<unknown>
  /** Holds other appenders back until this transaction ends. */
  queueAppends(db: Db): Promise<void>
  /** Lets this transaction delete evidence. */
  openPruning(db: Db): Promise<void>
  closePruning(db: Db): Promise<void>
  /** Continues the sequences after explicit positions were inserted. */
  continueSequences(db: Db): Promise<void>
  backup(file: string): Promise<void>
  close(): Promise<void>
  readonly frontier: FrontierSql
}

/** What statements about many rows are written with. */
export type RowSql = Pick<Engine, 'placed' | 'placeholder' | 'takesRows'>

/** The two statements of the frontier that each database says its own way. */
export type FrontierSql = {
  /** Leases hosts in one statement; `now` is the moment of it. */
  lease(
    db: Db,
    request: {
      readonly worker: string
      readonly limit: number
      readonly gapMs: number
      readonly leaseMs: number
    },
  ): Promise<LeasedHost[]>
  /** The oldest due endpoints of each host, at most `each`, in any order. */
  due(
    db: Db,
    request: {
      readonly hosts: readonly string[]
      readonly now: number
      readonly slotStart: number
      readonly each: number
    },
  ): Promise<Tables['endpoints'][]>
}

export type LeasedHost = {
  readonly host_name: string
  readonly lease_until: number
  readonly now: number
}
