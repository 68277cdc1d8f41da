import type { CatalogPass, ListingSpan, Store } from '../store/store.js'

/** Finished readings of catalogs that are looked at for what is listed now. */
const PASSES = 200

/** When the newest complete reading of each source began. */
export type Catalogs = ReadonlyMap<string, number>

/** Reads which catalogs were read whole, and when. */
export async function readCatalogs(
  store: Pick<Store, 'passes'>,
): Promise<Catalogs> {
  return catalogsOf(await store.passes(PASSES))
}

/** See `readCatalogs`. */
export function catalogsOf(passes: readonly CatalogPass[]): Catalogs {
  const newest = new Map<string, number>()
  for (const { source, status, started_at } of passes)
    if (status === 'complete')
      newest.set(source, Math.max(started_at, newest.get(source) ?? started_at))
  return newest
}

/**
 * The newest listing of each source that still lists it, newest first. `spans`
 * is the listing history of a resource, newest first.
 */
export function liveListings(
  spans: readonly ListingSpan[],
  catalogs: Catalogs,
): ListingSpan[] {
  const seen = new Set<string>()
  const newest = spans.filter(({ source }) => {
    if (seen.has(source)) return false
    seen.add(source)
    return true
  })
  return newest
    .filter(({ source, last_seen }) => last_seen >= (catalogs.get(source) ?? 0))
    .sort((a, b) => b.last_seen - a.last_seen)
}
