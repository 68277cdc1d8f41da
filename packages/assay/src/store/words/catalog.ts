/**
 * One offer of a listing, the network mapped. `asset` and `price_atomic` (else
 * digits) are empty where the source does not say them readably.
 */
export type ListedOffer = {
  readonly scheme: string
  readonly network: string
  readonly asset: string
  readonly pay_to: string
  readonly price_atomic: string
}

/** What one source says of one resource. */
export type Listing = {
  readonly source: string
  readonly resource_id: string
  readonly resource: string
  readonly url: string
  readonly method: string
  readonly catalog_key: string
  readonly host: string
  readonly type: 'http' | 'mcp'
  readonly offers: readonly ListedOffer[]
  readonly title: string | null
  readonly description: string | null
  readonly tags: readonly string[]
  /** A body that the seller declared as a sample, JSON text. */
  readonly sample_body: string | null
  readonly total_calls_30d: number | null
  readonly unique_payers_30d: number | null
}

/** A listing as it stood from `first_seen` to `last_seen` in one source. */
export type ListingSpan = Listing & {
  readonly first_seen: number
  readonly last_seen: number
  /** SHA-256 of the offers; a new one begins a new span. */
  readonly terms_sha256: string
}

/** One reading of one source from end to end. */
export type CatalogPass = {
  readonly id: string
  readonly source: string
  readonly started_at: number
  readonly finished_at: number | null
  /** What the source said it holds; null when it says nothing. */
  readonly reported_total: number | null
  readonly read: number
  readonly kept: number
  /** Reason → how many entries were left out for it. */
  readonly excluded: Readonly<Record<string, number>>
  readonly status: 'running' | 'complete' | 'partial' | 'failed'
  readonly detail: string
}

/** What a page of listings changed. */
export type ListingChanges = {
  /** New in this source, or back after a complete pass without it. */
  readonly added: number
  readonly changed: number
  readonly payees_changed: number
  readonly seen_again: number
}

/** A resource that some source has listed. */
export type Endpoint = {
  readonly resource_id: string
  readonly resource: string
  readonly url: string
  readonly method: string
  readonly catalog_key: string
  /** `scheme://host[:port]`, the key of reputation. */
  readonly host: string
  /** The bare host name: politeness is kept by it. */
  readonly host_name: string
  readonly first_seen: number
  readonly last_seen: number
  readonly tags: readonly string[]
  readonly description: string | null
  readonly sample_body: string | null
}

/**
 * What became of everything that the catalogs list, in one slot of six hours.
 * Adds up: listed = probed + deferred + excluded. A resource listed by several
 * sources counts once; `excluded` holds what the newest finished pass of each
 * source left out, and `robots_blocked`.
 */
export type Coverage = {
  readonly slot: number
  readonly listed: number
  readonly hosts: number
  readonly probed: number
  readonly deferred: number
  readonly excluded: Readonly<Record<string, number>>
}

/** What the catalogs list, and how it changed. */
export type CatalogStore = {
  beginPass(source: string, at: number): Promise<string>
  /**
   * Lists a page of a pass; hosts and endpoints come into being with it. Of a
   * resource that one pass lists twice the first counts.
   */
  recordListings(
    passId: string,
    listings: readonly Listing[],
    at: number,
  ): Promise<ListingChanges>
  /** A complete pass unlists what it did not see. */
  finishPass(
    passId: string,
    outcome: Omit<CatalogPass, 'id' | 'source' | 'started_at'>,
  ): Promise<void>
  passes(limit: number): Promise<CatalogPass[]>
  /** The whole listing history of a resource, newest span first. */
  listingsOf(resourceId: string): Promise<ListingSpan[]>
  /** Resources of a source whose newest span ended before `at`. */
  goneSince(source: string, at: number): Promise<string[]>
  endpoint(resourceId: string): Promise<Endpoint | undefined>
  endpointsOfHost(host: string): Promise<Endpoint[]>
  /** By the wallets of the newest listing of each source. */
  endpointsOfWallet(payTo: string): Promise<Endpoint[]>
  coverage(slot: number): Promise<Coverage>
}
