import { closeSync, openSync } from 'node:fs'
import BetterSqlite3, { type Database } from 'better-sqlite3'
import { StoreUnavailable } from '../errors.js'
import { isBusy, sqliteError } from './errors.js'

/** How long a statement waits for another process, in milliseconds. */
export const BUSY_MS = 5_000

/** The file of a store that lives in memory. */
export const IN_MEMORY = ':memory:'

/**
 * Opens a database file, made with mode 0600 when it is new. WAL with
 * `synchronous` NORMAL: what was committed survives a kill of the process at
 * any moment; a loss of power may take the last commits with it, whole
 * transactions each, and never damages the file.
 */
export async function connectSqlite(
  file: string,
  options: { readonly maxBytes?: number | undefined } = {},
): Promise<Database> {
  try {
    if (file !== IN_MEMORY) closeSync(openSync(file, 'a', 0o600))
    const database = new BetterSqlite3(file, { timeout: BUSY_MS })
    try {
      await useWal(database)
      setUp(database, options.maxBytes)
      return database
    } catch (error) {
      database.close()
      throw error
    }
  } catch (error) {
    throw sqliteError(error)
  }
}

/** Opens a database file that is only read, such as a backup. */
export function openForReading(file: string): Database {
  try {
    return new BetterSqlite3(file, { readonly: true, timeout: BUSY_MS })
  } catch (error) {
    throw sqliteError(error)
  }
}

// Two processes that open a new file at once: the change to WAL does not wait
// for the other by itself.
async function useWal(database: Database): Promise<void> {
  const until = performance.now() + BUSY_MS
  for (;;) {
    try {
      database.pragma('journal_mode = WAL')
      return
    } catch (error) {
      if (!isBusy(error)) throw error
      if (performance.now() >= until)
        throw new StoreUnavailable(
          'the database is busy: another process holds it',
        )
    }
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

function setUp(database: Database, maxBytes: number | undefined): void {
  database.pragma('synchronous = NORMAL')
  database.pragma('cache_size = -32000')
  database.pragma('temp_store = MEMORY')
  // Else `insert or replace` would go round the triggers on deletes.
  database.pragma('recursive_triggers = ON')
  if (maxBytes === undefined) return
  const pageSize = Number(database.pragma('page_size', { simple: true }))
  database.pragma(`max_page_count = ${Math.floor(maxBytes / pageSize)}`)
}
