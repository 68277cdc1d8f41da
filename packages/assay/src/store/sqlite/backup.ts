import { rename, rm } from 'node:fs/promises'
import type { Database } from 'better-sqlite3'
import { openForReading } from './connect.js'

/** About 2 MB, a few milliseconds of the event loop. */
const PAGES_A_TURN = 500

/**
 * Copies the state of now, page by page while all others go on, then puts the
 * whole copy in place.
 */
export async function backup(database: Database, file: string): Promise<void> {
  const unfinished = `${file}.unfinished`
  await rm(unfinished, { force: true })
  try {
    await withOneState(database, (source) =>
      source.backup(unfinished, { progress: () => PAGES_A_TURN }),
    )
    await rename(unfinished, file)
  } finally {
    await rm(unfinished, { force: true })
  }
}

// A copy begins anew whenever another process has written, so that it would
// never end beside a crawl: a connection that stays in one state does not see
// what is written meanwhile.
async function withOneState(
  database: Database,
  work: (source: Database) => Promise<unknown>,
): Promise<void> {
  if (database.memory) {
    await work(database)
    return
  }
  const source = openForReading(database.name)
  try {
    source.exec('begin')
    source.prepare('select count(*) from sqlite_schema').get()
    await work(source)
  } finally {
    source.close()
  }
}
