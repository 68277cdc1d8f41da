import type { CatalogStore, Endpoint, Listing } from '../words/catalog.js'
import {
  fromColumn,
  fromColumnOrNull,
  toColumn,
  toColumnOrNull,
} from './column-text.js'
import { listInDirectory } from './directory-rows.js'
import type { Db, Engine } from './engine.js'
import { settleHosts } from './hosts.js'
import { walletColumn } from './listing-wallets.js'
import { run } from './run.js'
import type { Tables } from './tables.js'

type Endpoints = Pick<
  CatalogStore,
  'endpoint' | 'endpointsOfHost' | 'endpointsOfWallet'
>

/** Reading endpoints: see the port. */
export function endpoints(engine: Engine): Endpoints {
  return {
    endpoint: (resourceId) =>
      engine.read(async (db) => {
        const row = await db
          .selectFrom('endpoints')
          .selectAll()
          .where('resource_id', '=', toColumn(resourceId))
          .executeTakeFirst()
        return row && toEndpoint(row)
      }),
    endpointsOfHost: (host) =>
      engine.read(async (db) => {
        const rows = await db
          .selectFrom('endpoints')
          .selectAll()
          .where('host', '=', toColumn(host))
          .orderBy('resource_id')
          .execute()
        return rows.map(toEndpoint)
      }),
    endpointsOfWallet: (payTo) =>
      engine.read(async (db) => {
        const rows = await db
          .selectFrom('endpoints')
          .selectAll()
          .where('resource_id', 'in', (eb) =>
            eb
              .selectFrom('listing_wallets')
              .innerJoin('listings', 'listings.span', 'listing_wallets.span')
              .select('listings.resource_id')
              .where('wallet', '=', walletColumn(payTo))
              .where('newest', '=', 1),
          )
          .orderBy('resource_id')
          .execute()
        return rows.map(toEndpoint)
      }),
  }
}

/** Brings endpoints and hosts of listings into being, or up to date. */
export async function listEndpoints(
  engine: Engine,
  tx: Db,
  listings: readonly Listing[],
  at: number,
): Promise<void> {
  const hosts = new Set<string>()
  for (const listing of listings) {
    const hostName = toColumn(hostNameOf(listing))
    hosts.add(hostName)
    await run(engine, tx, LIST, [
      toColumn(listing.resource_id),
      toColumn(listing.resource),
      toColumn(listing.url),
      toColumn(listing.method),
      toColumn(listing.catalog_key),
      toColumn(listing.host),
      hostName,
      at,
      at,
      JSON.stringify(listing.tags),
      toColumnOrNull(listing.description),
      toColumnOrNull(listing.sample_body),
      at,
    ])
  }
  await settleHosts(engine, tx, hosts)
  await listInDirectory(
    engine,
    tx,
    listings.map((listing) => ({ ...listing, last_seen: at })),
  )
}

const LIST = `insert into endpoints (resource_id, resource, url, method,
    catalog_key, host, host_name, first_seen, last_seen, tags, description,
    sample_body, due_at)
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  on conflict (resource_id) do update set
    last_seen = excluded.last_seen, tags = excluded.tags,
    description = excluded.description, sample_body = excluded.sample_body,
    due_at = coalesce(endpoints.due_at, excluded.due_at)
  where endpoints.last_seen <= excluded.last_seen`

/** An endpoint from its row. */
export function toEndpoint(row: Tables['endpoints']): Endpoint {
  return {
    resource_id: fromColumn(row.resource_id),
    resource: fromColumn(row.resource),
    url: fromColumn(row.url),
    method: fromColumn(row.method),
    catalog_key: fromColumn(row.catalog_key),
    host: fromColumn(row.host),
    host_name: fromColumn(row.host_name),
    first_seen: row.first_seen,
    last_seen: row.last_seen,
    tags: JSON.parse(row.tags) as string[],
    description: fromColumnOrNull(row.description),
    sample_body: fromColumnOrNull(row.sample_body),
  }
}

// The name with the dot of the root is the same host.
function hostNameOf({ url, host }: Listing): string {
  return URL.canParse(url) ? new URL(url).hostname.replace(/\.$/, '') : host
}
