import type { ListEntry, ListSnapshot } from '../words/lists.js'
import { fromColumn, fromColumnOrNull, toColumn } from './column-text.js'
import type { Db } from './engine.js'
import type { Tables } from './tables.js'

/** The newest good snapshot of a list. */
export function currentSnapshot(
  db: Db,
  list: string,
): Promise<Tables['list_snapshots'] | undefined> {
  return db
    .selectFrom('list_snapshots')
    .selectAll()
    .where('list', '=', toColumn(list))
    .where('status', '=', 'good')
    .orderBy('fetched_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** A snapshot from its row. */
export function toSnapshot(row: Tables['list_snapshots']): ListSnapshot {
  return {
    id: fromColumn(row.id),
    list: fromColumn(row.list),
    source_url: fromColumn(row.source_url),
    fetched_at: row.fetched_at,
    published_at: fromColumnOrNull(row.published_at),
    sha256: fromColumn(row.sha256),
    count: row.entry_count,
    parser: fromColumn(row.parser),
    status: row.status as ListSnapshot['status'],
    detail: fromColumn(row.detail),
  }
}

/** An entry from its row. */
export function toEntry(row: Tables['list_entries']): ListEntry {
  return {
    key: fromColumn(row.key),
    family: fromColumn(row.family),
    entry: fromColumn(row.entry),
  }
}
