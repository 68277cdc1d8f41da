import { sql } from 'kysely'
import type { ListEntry, ListStore } from '../words/lists.js'
import { toColumn } from './column-text.js'
import type { Engine } from './engine.js'
import { currentSnapshot, toEntry, toSnapshot } from './list-rows.js'
import { saveList } from './save-list.js'
import type { Tables } from './tables.js'

/** Keys in one `in (…)`. */
const KEYS_AT_ONCE = 500
const ENTRIES_A_PAGE = 1_000

/** Screening lists in SQL: see the port. */
export function listStore(engine: Engine): ListStore {
  return {
    saveList: (snapshot, entries) => saveList(engine, snapshot, entries),
    currentList: (list) =>
      engine.read(async (db) => {
        const row = await currentSnapshot(db, list)
        return row && toSnapshot(row)
      }),
    listHistory: (limit) =>
      engine.read(async (db) => {
        const rows = await db
          .selectFrom('list_snapshots')
          .selectAll()
          .where('status', 'in', ['good', 'refused'])
          .orderBy('fetched_at', 'desc')
          .orderBy('id', 'desc')
          .limit(limit)
          .execute()
        return rows.map(toSnapshot)
      }),
    listEntries: (snapshotId) => pages(engine, snapshotId),
    matches: (list, keys) =>
      engine.snapshot(async (db) => {
        const current = await currentSnapshot(db, list)
        if (current === undefined) return []
        const found: ListEntry[] = []
        const wanted = [...new Set(keys.map(toColumn))]
        for (let from = 0; from < wanted.length; from += KEYS_AT_ONCE) {
          const rows = await db
            .selectFrom('list_entries')
            .selectAll()
            .where('snapshot_id', '=', current.entries_id)
            .where('key', 'in', wanted.slice(from, from + KEYS_AT_ONCE))
            .orderBy('key')
            .orderBy('family')
            .orderBy('entry')
            .execute()
          found.push(...rows.map(toEntry))
        }
        return found
      }),
  }
}

async function* pages(
  engine: Engine,
  snapshotId: string,
): AsyncGenerator<ListEntry> {
  const snapshot = await engine.read((db) =>
    db
      .selectFrom('list_snapshots')
      .select('entries_id')
      .where('id', '=', toColumn(snapshotId))
      .where('status', '=', 'good')
      .executeTakeFirst(),
  )
  if (snapshot === undefined) return
  let last: Tables['list_entries'] | undefined
  do {
    const rows = await page(engine, snapshot.entries_id, last)
    yield* rows.map(toEntry)
    last = rows.length < ENTRIES_A_PAGE ? undefined : rows.at(-1)
  } while (last !== undefined)
}

function page(
  engine: Engine,
  entriesId: string,
  after: Tables['list_entries'] | undefined,
): Promise<Tables['list_entries'][]> {
  return engine.read((db) => {
    let query = db
      .selectFrom('list_entries')
      .selectAll()
      .where('snapshot_id', '=', entriesId)
    if (after !== undefined)
      query = query.where(
        sql<boolean>`(key, family, entry) > (${after.key}, ${after.family}, ${after.entry})`,
      )
    return query
      .orderBy('key')
      .orderBy('family')
      .orderBy('entry')
      .limit(ENTRIES_A_PAGE)
      .execute()
  })
}
