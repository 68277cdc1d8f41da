import { mkdir } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, isAbsolute, join } from 'node:path'
import { connectPostgres } from './postgres/connect.js'
import { postgresEngine } from './postgres/engine.js'
import { createStore } from './sql/create-store.js'
import type { Engine } from './sql/engine.js'
import { migrate } from './sql/migrate.js'
import { connectSqlite, IN_MEMORY } from './sqlite/connect.js'
import { sqliteEngine } from './sqlite/engine.js'
import { createCoverageReader } from './sqlite/heavy-reads.js'
import type { Store } from './store.js'

export type OpenStoreOptions = {
  /** For tests: sets the store's clock to this moment once, when it opens. */
  readonly now?: (() => number) | undefined
  /** SQLite: the file grows no further; then writes are StoreUnavailable. */
  readonly maxBytes?: number | undefined
}

const POSTGRES_URL = /^postgres(ql)?:\/\//

/**
 * Opens a store and brings its schema up to date: PostgreSQL by its URL, SQLite
 * by the path of its file (`:memory:` for one that is forgotten). A folder that
 * is missing is made for its owner alone. Throws StoreUnavailable or StoreFault.
 */
export async function openStore(
  where: string = defaultStorePath(process.env),
  options: OpenStoreOptions = {},
): Promise<Store> {
  const engine = await connectEngine(where, options)
  try {
    await migrate(engine)
    const store = offTheLoop(createStore(engine), engine, where)
    if (options.now !== undefined) await setClock(store, options.now())
    return store
  } catch (error) {
    await engine.close()
    throw error
  }
}

/** `$XDG_DATA_HOME/assay/assay.db`, or the same under `~/.local/share`. */
export function defaultStorePath(
  env: Readonly<Record<string, string | undefined>>,
): string {
  const given = env['XDG_DATA_HOME']
  // The XDG rules: a path that is not absolute is to be ignored.
  const data =
    given !== undefined && isAbsolute(given)
      ? given
      : join(env['HOME'] ?? homedir(), '.local', 'share')
  return join(data, 'assay', 'assay.db')
}

/** The engine of a store, its schema as it is. */
export async function connectEngine(
  where: string,
  options: OpenStoreOptions = {},
): Promise<Engine> {
  if (POSTGRES_URL.test(where)) return postgresEngine(connectPostgres(where))
  if (where !== IN_MEMORY)
    await mkdir(dirname(where), { recursive: true, mode: 0o700 })
  return sqliteEngine(await connectSqlite(where, options))
}

/** Fewer endpoints are counted in less time than a thread takes to start. */
const WORTH_A_THREAD = 2_000

/** The store, with what would hold the event loop for long done beside it. */
function offTheLoop(store: Store, engine: Engine, where: string): Store {
  if (store.dialect !== 'sqlite' || where === IN_MEMORY) return store
  const beside = createCoverageReader(where)
  return {
    ...store,
    coverage: async (slot) =>
      (await hasMany(engine)) ? beside(slot) : store.coverage(slot),
  }
}

async function hasMany(engine: Engine): Promise<boolean> {
  const rows = await engine.read((db) =>
    db
      .selectFrom('endpoints')
      .select('host')
      .limit(1)
      .offset(WORTH_A_THREAD)
      .execute(),
  )
  return rows.length > 0
}

async function setClock(store: Store, to: number): Promise<void> {
  await store.setClockOffset(0)
  await store.setClockOffset(to - (await store.now()))
}
