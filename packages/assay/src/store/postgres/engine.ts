import { Kysely, PostgresDialect, sql } from 'kysely'
import type pg from 'pg'
import { writeArchive } from '../sql/archive-write.js'
import type { Db, Engine } from '../sql/engine.js'
import type { Tables } from '../sql/tables.js'
import { isConflict, postgresError } from './errors.js'
import { postgresFrontier } from './frontier.js'
import { ddlWords } from './migrations.js'

/** Keys of advisory locks: "assay" and a number. */
const LOCK_SPACE = 0x61737361
const APPEND_LOCK = 1
const MIGRATION_LOCK = 2
const CONFLICT_TRIES = 5

/** The engine over a pool of connections. */
export function postgresEngine(pool: pg.Pool): Engine {
  const db: Db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  const clock = sql<number>`(select ${sql.raw(ddlWords.clock)} + offset_ms from clock)`
  const snapshot: Engine['snapshot'] = (work) =>
    saying(() =>
      db
        .transaction()
        .setIsolationLevel('repeatable read')
        .setAccessMode('read only')
        .execute(work),
    )
  return {
    dialect: 'postgres',
    read: (work) => saying(() => work(db)),
    write: (work) => saying(() => again(() => db.transaction().execute(work))),
    snapshot,
    clock,
    words: ddlWords,
    lockSchema: (tx) => lock(tx, MIGRATION_LOCK),
    placed,
    takesRows: false,
    placeholder: (n) => `$${n}`,
    skipLocked: sql`for update skip locked`,
    // Positions are drawn before they are committed; only one at a time draws,
    // so that a reader never passes over a position that appears later.
    queueAppends: (tx) => lock(tx, APPEND_LOCK),
    openPruning: (tx) => setPruning(tx, 'on'),
    closePruning: (tx) => setPruning(tx, 'off'),
    continueSequences: async (tx) => {
      await sql`select setval(pg_get_serial_sequence('evidence', 'position'),
        (select coalesce(max(position), 0) + 1 from evidence), false)`.execute(
        tx,
      )
      await sql`select setval(pg_get_serial_sequence('listings', 'span'),
        (select coalesce(max(span), 0) + 1 from listings), false)`.execute(tx)
      await sql`select setval(pg_get_serial_sequence('directory', 'entry'),
        (select coalesce(max(entry), 0) + 1 from directory), false)`.execute(tx)
    },
    backup: (file) => writeArchive({ snapshot }, file),
    close: () => saying(() => db.destroy()),
    frontier: postgresFrontier(clock),
  }
}

async function lock(tx: Db, key: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(${LOCK_SPACE}::int, ${key}::int)`.execute(
    tx,
  )
}

function placed(text: string): string {
  let n = 0
  return text.replace(/\?/g, () => {
    n += 1
    return `$${n}`
  })
}

async function setPruning(tx: Db, to: 'on' | 'off'): Promise<void> {
  await sql`select set_config('assay.pruning', ${to}, true)`.execute(tx)
}

/** Repeats a transaction that met another and was undone as a whole. */
async function again<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work()
    } catch (error) {
      if (!isConflict(error) || tries >= CONFLICT_TRIES) throw error
    }
    await new Promise((resolve) => setTimeout(resolve, 5 * tries))
  }
}

async function saying<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw postgresError(error)
  }
}
