import { sql } from 'kysely'
import type { ListEntry, ListSnapshot } from '../words/lists.js'
import { toColumn, toColumnOrNull } from './column-text.js'
import type { Db, Engine } from './engine.js'
import { insertMany } from './insert-many.js'
import { currentSnapshot } from './list-rows.js'

/** Entries that one transaction writes or drops. */
const AT_ONCE = 1_000
/** A list that is still loading after this was given up by its process. */
const GIVEN_UP_MS = 3_600_000
/** Entries of the current list and of the one before it are kept. */
const KEPT = 2

/**
 * Saves one reading of a list. Entries are loaded in small transactions, out of
 * everyone's sight, and become the current list in one; a failure on the way
 * leaves the last good list as it was. The same content is stored once.
 */
export async function saveList(
  engine: Engine,
  snapshot: ListSnapshot,
  entries: AsyncIterable<ListEntry> | Iterable<ListEntry>,
): Promise<void> {
  const { list, fetched_at } = snapshot
  if (snapshot.status === 'refused') {
    await engine.write((tx) => put(tx, snapshot, 'refused', snapshot.id))
    return
  }
  await clean(engine, list, fetched_at)
  const current = await engine.read((db) => currentSnapshot(db, list))
  if (
    current?.sha256 === toColumn(snapshot.sha256) &&
    current.parser === toColumn(snapshot.parser) &&
    current.entry_count === snapshot.count
  ) {
    const { entries_id } = current
    await engine.write((tx) => put(tx, snapshot, 'good', entries_id))
    return
  }
  const fresh = await engine.write((tx) =>
    put(tx, snapshot, 'loading', snapshot.id),
  )
  if (!fresh) return
  try {
    await load(engine, toColumn(snapshot.id), entries)
  } catch (error) {
    await engine.write((tx) => forget(tx, toColumn(snapshot.id)))
    throw error
  }
  await engine.write((tx) =>
    tx
      .updateTable('list_snapshots')
      .set({ status: 'good' })
      .where('id', '=', toColumn(snapshot.id))
      .execute(),
  )
  await clean(engine, list, fetched_at)
}

/** Writes the snapshot's row once by id; false: it was there. */
async function put(
  tx: Db,
  snapshot: ListSnapshot,
  status: 'good' | 'refused' | 'loading',
  entriesId: string,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('list_snapshots')
    .values({
      id: toColumn(snapshot.id),
      list: toColumn(snapshot.list),
      source_url: toColumn(snapshot.source_url),
      fetched_at: snapshot.fetched_at,
      published_at: toColumnOrNull(snapshot.published_at),
      sha256: toColumn(snapshot.sha256),
      entry_count: snapshot.count,
      parser: toColumn(snapshot.parser),
      status,
      detail: toColumn(snapshot.detail),
      entries_id: entriesId,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

async function load(
  engine: Engine,
  id: string,
  entries: AsyncIterable<ListEntry> | Iterable<ListEntry>,
): Promise<void> {
  let rows: string[][] = []
  const flush = async () => {
    const full = rows
    rows = []
    await engine.write((tx) => insertMany(engine, tx, ENTRIES, full))
  }
  for await (const { key, family, entry } of entries) {
    rows.push([id, toColumn(key), toColumn(family), toColumn(entry)])
    if (rows.length >= AT_ONCE) await flush()
  }
  await flush()
}

const ENTRIES = {
  table: 'list_entries',
  columns: ['snapshot_id', 'key', 'family', 'entry'],
  unless: ['snapshot_id', 'key', 'family', 'entry'],
} as const

async function forget(tx: Db, id: string): Promise<void> {
  await tx.deleteFrom('list_entries').where('snapshot_id', '=', id).execute()
  await tx
    .deleteFrom('list_snapshots')
    .where('id', '=', id)
    .where('status', '=', 'loading')
    .execute()
}

/** Drops entries of lists long replaced, and of loads that nobody finished. */
async function clean(
  engine: Engine,
  list: string,
  fetchedAt: number,
): Promise<void> {
  const rows = await engine.read((db) =>
    db
      .selectFrom('list_snapshots')
      .select(['id', 'entries_id', 'status', 'fetched_at'])
      .where('list', '=', toColumn(list))
      .where('status', 'in', ['good', 'loading'])
      .orderBy('fetched_at', 'desc')
      .orderBy('id', 'desc')
      .execute(),
  )
  const good = rows.filter(({ status }) => status === 'good')
  const held = new Set(good.map(({ entries_id }) => entries_id))
  const replaced = [...held].slice(KEPT)
  const abandoned = rows
    .filter(
      (row) =>
        row.status === 'loading' && row.fetched_at < fetchedAt - GIVEN_UP_MS,
    )
    .map(({ id }) => id)
  for (const id of [...replaced, ...abandoned]) await dropEntries(engine, id)
  for (const id of abandoned) await engine.write((tx) => forget(tx, id))
}

async function dropEntries(engine: Engine, id: string): Promise<void> {
  for (;;) {
    const { numAffectedRows } = await engine.write((tx) =>
      sql`delete from list_entries where snapshot_id = ${id}
        and (key, family, entry) in (
          select key, family, entry from list_entries
          where snapshot_id = ${id} limit ${AT_ONCE}
        )`.execute(tx),
    )
    if (Number(numAffectedRows ?? 0n) < AT_ONCE) return
  }
}
