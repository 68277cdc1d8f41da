import type { Database } from 'better-sqlite3'
import { Kysely, sql } from 'kysely'
import type { Db, Engine } from '../sql/engine.js'
import type { Tables } from '../sql/tables.js'
import { backup } from './backup.js'
import { BUSY_MS } from './connect.js'
import { sqliteDialect } from './dialect.js'
import { sqliteError } from './errors.js'
import { sqliteFrontier } from './frontier.js'
import { ddlWords } from './migrations.js'

/** The engine over a connected database. */
export function sqliteEngine(database: Database): Engine {
  const db: Db = new Kysely<Tables>({
    dialect: sqliteDialect(database, BUSY_MS),
  })
  const clock = sql<number>`(select ${sql.raw(ddlWords.clock)} + offset_ms from clock)`
  return {
    dialect: 'sqlite',
    read: (work) => saying(() => work(db)),
    write: (work) => saying(() => db.transaction().execute(work)),
    snapshot: (work) =>
      saying(() => db.transaction().setAccessMode('read only').execute(work)),
    clock,
    words: ddlWords,
    // A write transaction keeps every other writer out.
    lockSchema: async () => undefined,
    placed: (text) => text,
    takesRows: true,
    placeholder: () => '?',
    skipLocked: sql``,
    // Writers are alone: the order of positions is the order of commits.
    queueAppends: async () => undefined,
    openPruning: async (tx) => {
      await sql`insert into pruning (id) values (1)`.execute(tx)
    },
    closePruning: async (tx) => {
      await sql`delete from pruning`.execute(tx)
    },
    // AUTOINCREMENT follows explicit positions by itself.
    continueSequences: async () => undefined,
    backup: (file) => saying(() => backup(database, file)),
    close: () => saying(() => db.destroy()),
    frontier: sqliteFrontier(clock),
  }
}

async function saying<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw sqliteError(error)
  }
}
