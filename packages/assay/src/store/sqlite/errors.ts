import { isStoreError, StoreFault, StoreUnavailable } from '../errors.js'

const UNAVAILABLE: Readonly<Record<string, string>> = {
  SQLITE_BUSY: 'the database is busy: another process holds it',
  SQLITE_LOCKED: 'the database is busy: another process holds it',
  SQLITE_FULL: 'the disk is full, or the store has reached its size limit',
  SQLITE_IOERR: 'the disk cannot be read or written',
  SQLITE_NOMEM: 'there is not enough memory',
}

const FAULTS: Readonly<Record<string, string>> = {
  SQLITE_NOTADB: 'the file is no SQLite database',
  SQLITE_CORRUPT: 'the database file is damaged; restore a backup',
  SQLITE_CANTOPEN: 'the database file cannot be opened',
  SQLITE_READONLY: 'the database file is read-only',
  SQLITE_PERM: 'the database file may not be opened',
}

/** True for a lock that another connection holds. */
export function isBusy(error: unknown): boolean {
  const family = familyOf(error)
  return family === 'SQLITE_BUSY' || family === 'SQLITE_LOCKED'
}

/** Any error of better-sqlite3 as StoreUnavailable or StoreFault. */
export function sqliteError(error: unknown): Error {
  if (isStoreError(error)) return error
  if (!(error instanceof Error)) return new StoreFault(String(error))
  const family = familyOf(error)
  if (family === undefined) return error
  const later = UNAVAILABLE[family]
  if (later !== undefined)
    return new StoreUnavailable(`${later} (${error.message})`, { cause: error })
  const why = FAULTS[family] ?? 'the database refused a statement'
  return new StoreFault(`${why} (${error.message})`, { cause: error })
}

/** `SQLITE_BUSY` of `SQLITE_BUSY_SNAPSHOT`; undefined: not of SQLite. */
function familyOf(error: unknown): string | undefined {
  const { code } = (error ?? {}) as { code?: unknown }
  return typeof code === 'string' ? /^SQLITE_[A-Z]+/.exec(code)?.[0] : undefined
}
