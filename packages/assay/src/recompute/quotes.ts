import { categoryOf } from '@assay402/core'
import { advertisedQuote } from '../known/market.js'
import { type Catalogs, liveListings } from '../known/read.js'
import { payable } from '../questions/expectation.js'
import { newestValid } from '../questions/health.js'
import { categoryOfListing } from '../questions/merchant.js'
import type { CategoryQuote, Endpoint, Store } from '../store/store.js'
import { inBatches, partsOf } from './in-batches.js'

/** Crawls among which the newest valid challenge is looked for. */
const NEWEST = 6

/** Endpoints whose quotes are written together. */
const TOGETHER = 500

/**
 * Writes the newest quote and the advertised prices of endpoints; returns the
 * categories of endpoint-health that they are in.
 */
export async function updateQuotes(
  store: Store,
  endpoints: readonly Endpoint[],
  catalogs: Catalogs,
  now: number,
): Promise<Set<string>> {
  const categories = new Set<string>()
  for (const part of partsOf(endpoints, TOGETHER)) {
    const quotes = await inBatches(part, async (endpoint) => [
      ...(await quoted(store, endpoint, now)),
      ...(await advertised(store, endpoint, catalogs, now)),
    ])
    await store.saveCategoryQuotes(quotes.flat())
    for (const { tags } of part) categories.add(categoryOf(tags))
  }
  return categories
}

async function quoted(
  store: Store,
  { resource_id, tags, host_name }: Endpoint,
  now: number,
): Promise<CategoryQuote[]> {
  const crawls = await store.observationsOf({
    resource_id,
    origin: 'crawl',
    until: now,
    limit: NEWEST,
  })
  const newest = newestValid(crawls)
  if (newest === undefined || newest.quote_atomic === null) return []
  const { quote_atomic: price_atomic, at } = newest
  const category = categoryOf(tags)
  return [{ resource_id, category, host: host_name, price_atomic, at }]
}

async function advertised(
  store: Store,
  { resource_id }: Endpoint,
  catalogs: Catalogs,
  now: number,
): Promise<CategoryQuote[]> {
  const [listing] = liveListings(await store.listingsOf(resource_id), catalogs)
  if (listing === undefined) return []
  const category = categoryOfListing(listing)
  return payable(listing.offers, 'any').map((offer, place) =>
    advertisedQuote(resource_id, place, offer, category, now),
  )
}
