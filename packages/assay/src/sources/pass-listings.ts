import type { CatalogListing, ReadEntry } from '@assay402/core'

type Read = Extract<ReadEntry, { ok: true }>

/** `new`: to be kept; `newer`: known, with later terms; `repeated`: known. */
export type Taken = 'new' | 'newer' | 'repeated'

/**
 * What one pass has listed already: by resource, or by method and catalog key
 * where the entry names its route. Of what comes twice the first counts, within
 * a page the one that the source updated last. The tools of an MCP server are
 * one resource: their offers are united at the end.
 */
export function createPassListings(now: number) {
  const known = new Map<string, Known>()
  let page = 0
  const servers = new Map<string, CatalogListing>()
  return {
    take(read: Read): Taken {
      const { listing } = read
      if (listing.type === 'mcp') return takeServer(servers, listing)
      const key = keyOf(read)
      const updated = updatedAt(read, now)
      const terms = JSON.stringify(listing.offers)
      const before = known.get(key)
      if (before === undefined) {
        known.set(key, { resource: listing.resource, terms, updated, page })
        return 'new'
      }
      const isNewer =
        before.page === page &&
        updated > before.updated &&
        terms !== before.terms &&
        listing.resource === before.resource
      if (!isNewer) return 'repeated'
      known.set(key, { ...before, terms, updated })
      return 'newer'
    },
    /** The next page begins. */
    turnPage(): void {
      page++
    },
    /** MCP servers, to be listed when the pass ends. */
    servers: (): readonly CatalogListing[] => [...servers.values()],
  }
}

type Known = {
  readonly resource: string
  readonly terms: string
  readonly updated: number
  readonly page: number
}

function keyOf({ listing, route_declared }: Read): string {
  return route_declared
    ? `${listing.method} ${listing.catalog_key}`
    : listing.resource
}

/** A date after now says nothing. */
function updatedAt({ last_updated }: Read, now: number): number {
  return last_updated === null || last_updated > now ? -1 : last_updated
}

function takeServer(
  servers: Map<string, CatalogListing>,
  listing: CatalogListing,
): Taken {
  const before = servers.get(listing.resource)
  if (before === undefined) {
    servers.set(listing.resource, listing)
    return 'new'
  }
  const offers = new Map(
    [...before.offers, ...listing.offers].map((offer) => [
      JSON.stringify(Object.entries(offer).sort()),
      offer,
    ]),
  )
  const sorted = [...offers].sort(([a], [b]) => (a < b ? -1 : 1))
  // The order in which a catalog lists the tools must not show.
  const title = least(before.title, listing.title)
  servers.set(listing.resource, {
    ...before,
    title,
    description: least(before.description, listing.description),
    tags: [...new Set([...before.tags, ...listing.tags])].sort(),
    offers: sorted.map(([, offer]) => offer),
  })
  return 'repeated'
}

function least(a: string | null, b: string | null): string | null {
  if (a === null || b === null) return a ?? b
  return a < b ? a : b
}
