import type { Listing } from '../words/catalog.js'
import { listInDirectory } from './directory-rows.js'
import type { Db, RowSql } from './engine.js'
import { namePayees } from './listing-wallets.js'
import { unpackJson } from './packed.js'

/** Listings that are read at once. */
const PAGE = 500

/** Derives the directory and the payees of a store that was made before them. */
export async function fillDirectory(engine: RowSql, tx: Db): Promise<void> {
  let after = 0
  for (;;) {
    const rows = await tx
      .selectFrom('listings')
      .select(['span', 'resource_id', 'last_seen', 'live', 'listing'])
      .where('newest', '=', 1)
      .where('span', '>', after)
      .orderBy('span')
      .limit(PAGE)
      .execute()
    const last = rows.at(-1)
    if (last === undefined) return
    after = last.span
    const listings = rows.map((row) => ({
      ...row,
      ...(unpackJson(row.listing) as Listing),
    }))
    await namePayees(engine, tx, listings)
    await listInDirectory(
      engine,
      tx,
      listings.filter(({ live }) => live === 1),
    )
  }
}
