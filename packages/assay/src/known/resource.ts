import { catalogKey } from '@assay402/core'
import type {
  Endpoint,
  ListingSpan,
  Observation,
  Store,
} from '../store/store.js'
import { type Catalogs, liveListings } from './read.js'
import { settledNetworks } from './settled.js'

/** Observations that the histories of the rulebooks count. */
export const HISTORY = 30

/** Crawls that are read of one endpoint: a month of slots. */
export const CRAWLS = 120

/** What the store knows of one resource. */
export type KnownResource = {
  /** As a catalog lists it; null: none does or did. */
  readonly endpoint: Endpoint | null
  /** Listed now; null: no catalog was ever read. */
  readonly listed: boolean | null
  /** Of sources that list it now, newest first. */
  readonly listings: readonly ListingSpan[]
  /** Crawls and checks, newest first, at most 30. */
  readonly history: readonly Observation[]
  /** Crawls alone, newest first. */
  readonly crawls: readonly Observation[]
  /** Networks on which it once kept its wallet for 7 days. */
  readonly settled: ReadonlySet<string>
}

/** Of a resource that the store has never heard of, or without a store. */
export const UNKNOWN_RESOURCE: KnownResource = {
  endpoint: null,
  listed: null,
  listings: [],
  history: [],
  crawls: [],
  settled: new Set(),
}

export type ResourceKey = {
  readonly resource_id: string
  readonly url: string
  readonly method: string
}

/** Reads everything about one resource as of a moment (epoch milliseconds). */
export async function readResource(
  store: Store,
  key: ResourceKey,
  neighbours: readonly Endpoint[],
  catalogs: Catalogs,
  now: number,
): Promise<KnownResource> {
  const endpoint = endpointOf(key, neighbours)
  const listedId = endpoint?.resource_id ?? key.resource_id
  const [spans, history, crawls, settled] = await Promise.all([
    store.listingsOf(listedId),
    store.observationsOf({
      resource_id: key.resource_id,
      until: now,
      limit: HISTORY,
    }),
    store.observationsOf({
      resource_id: listedId,
      origin: 'crawl',
      until: now,
      limit: CRAWLS,
    }),
    settledNetworks(store, listedId),
  ])
  const listings = liveListings(spans, catalogs)
  return {
    endpoint: endpoint ?? null,
    listed: catalogs.size === 0 ? null : listings.length > 0,
    listings,
    history,
    crawls,
    settled,
  }
}

/**
 * The listed endpoint of a resource: the very one, else the one that a catalog
 * lists for its method and path, whatever the query.
 */
function endpointOf(
  { resource_id, url, method }: ResourceKey,
  neighbours: readonly Endpoint[],
): Endpoint | undefined {
  const exact = neighbours.find((one) => one.resource_id === resource_id)
  if (exact !== undefined) return exact
  const key = catalogKey(url)
  return neighbours.find(
    (one) => one.method === method && one.catalog_key === key,
  )
}
