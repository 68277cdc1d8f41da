import { sql } from 'kysely'
import type { CatalogStore, Listing, ListingSpan } from '../words/catalog.js'
import { fromColumn, toColumn } from './column-text.js'
import { leaveDirectory } from './directory-rows.js'
import type { Db, Engine } from './engine.js'
import { settleHosts } from './hosts.js'
import { unpackJson } from './packed.js'

/** Values in one `in (…)`. */
const AT_ONCE = 500

/** Reading the history of listings: see the port. */
export function readListings(
  engine: Engine,
): Pick<CatalogStore, 'listingsOf' | 'goneSince'> {
  return {
    listingsOf: (resourceId) =>
      engine.read(async (db) => {
        // Each part has an index of its own.
        const rows = await spansOf(db, resourceId, 1)
          .unionAll(spansOf(db, resourceId, 0))
          .orderBy('first_seen', 'desc')
          .orderBy('span', 'desc')
          .execute()
        return rows.map(
          (row): ListingSpan => ({
            ...(unpackJson(row.listing) as Listing),
            first_seen: row.first_seen,
            last_seen: row.last_seen,
            terms_sha256: row.terms_sha256,
          }),
        )
      }),
    goneSince: (source, at) =>
      engine.read(async (db) => {
        const rows = await db
          .selectFrom('listings')
          .select('resource_id')
          .where('source', '=', toColumn(source))
          .where('newest', '=', sql.lit(1))
          .where('last_seen', '<', at)
          .orderBy('resource_id')
          .execute()
        return rows.map((row) => fromColumn(row.resource_id))
      }),
  }
}

function spansOf(db: Db, resourceId: string, newest: 0 | 1) {
  return (
    db
      .selectFrom('listings')
      .selectAll()
      .where('resource_id', '=', toColumn(resourceId))
      // As a text: a value would leave it open which index holds the rows.
      .where('newest', '=', sql.lit(newest))
  )
}

/**
 * After a complete pass: what the source listed before and did not list since
 * `startedAt` is gone from it; what no source lists is due no more.
 */
export async function unlist(
  engine: Engine,
  tx: Db,
  source: string,
  startedAt: number,
): Promise<void> {
  const gone = await tx
    .updateTable('listings')
    .set({ live: 0 })
    .where('source', '=', source)
    .where('live', '=', 1)
    .where('last_seen', '<', startedAt)
    .returning('resource_id')
    .execute()
  const hosts = new Set<string>()
  for (let from = 0; from < gone.length; from += AT_ONCE) {
    const ids = gone.slice(from, from + AT_ONCE).map((row) => row.resource_id)
    const { rows } = await sql<{ host_name: string; resource_id: string }>`
      update endpoints set due_at = null
      where resource_id in (${sql.join(ids)}) and not exists
        (select 1 from listings
          where listings.resource_id = endpoints.resource_id
            and newest = 1 and live = 1)
      returning host_name, resource_id`.execute(tx)
    for (const { host_name } of rows) hosts.add(host_name)
    await leaveDirectory(
      tx,
      rows.map((row) => row.resource_id),
    )
  }
  await settleHosts(engine, tx, hosts)
}
