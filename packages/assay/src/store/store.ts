import type { EvidenceKind, EvidenceRecord } from '@assay402/core'

// The port of the operational store, in the words of the product. SQLite and
// PostgreSQL implement it and pass one contract suite (store-contract.ts).
// Times are epoch milliseconds; amounts are digit strings; every method is one
// transaction. What is appended is never rewritten; derived rows can be dropped
// and derived again from evidence.

/** A bounded whole: everything that a process needs of the store. */
export type Store = EvidenceStore &
  CatalogStore &
  FrontierStore &
  ObservationStore &
  RegistrationStore &
  ListStore &
  CheckStore &
  WatchStore &
  StoreAdmin

export type StoreAdmin = {
  readonly dialect: 'sqlite' | 'postgres'
  /** The store's own clock plus the stored offset that tests set. */
  now(): Promise<number>
  setClockOffset(ms: number): Promise<void>
  /** A consistent copy; SQLite to a file, PostgreSQL as a portable archive. */
  backup(file: string): Promise<void>
  close(): Promise<void>
}

export type StoredEvidence = {
  readonly record: EvidenceRecord
  /** Same for every retry of the same look; stored once. */
  readonly key: string
}

export type EvidenceStore = {
  /** Appends what is new by key, all or nothing; returns how many were new. */
  appendEvidence(records: readonly StoredEvidence[]): Promise<number>
  evidence(id: string): Promise<EvidenceRecord | undefined>
  /** Newest first. */
  evidenceOf(query: {
    readonly subject: string
    readonly kind?: EvidenceKind | undefined
    readonly until?: number | undefined
    readonly limit: number
  }): Promise<EvidenceRecord[]>
  /** In the order of appending, for rebuilding what is derived. */
  evidenceFrom(
    after: number,
    limit: number,
  ): Promise<{ readonly position: number; readonly record: EvidenceRecord }[]>
  /** Drops what is past its time and not held by a report; returns how many. */
  pruneEvidence(before: Readonly<Partial<Record<EvidenceKind, number>>>): Promise<number>
}

/** One offer of a listing, networks mapped, amounts as digits or null. */
export type ListedOffer = {
  readonly scheme: string
  readonly network: string
  readonly asset: string
  readonly pay_to: string
  readonly price_atomic: string
}

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

export type ListingChanges = {
  readonly added: number
  readonly changed: number
  readonly payees_changed: number
  readonly seen_again: number
}

export type CatalogStore = {
  beginPass(source: string, at: number): Promise<string>
  /** Lists a page of a pass; hosts and endpoints come into being with it. */
  recordListings(
    passId: string,
    listings: readonly Listing[],
    at: number,
  ): Promise<ListingChanges>
  finishPass(passId: string, outcome: Omit<CatalogPass, 'id' | 'source' | 'started_at'>): Promise<void>
  passes(limit: number): Promise<CatalogPass[]>
  /** The whole listing history of a resource, newest span first. */
  listingsOf(resourceId: string): Promise<ListingSpan[]>
  /** Resources of a source whose newest span ended before `at`. */
  goneSince(source: string, at: number): Promise<string[]>
  endpoint(resourceId: string): Promise<Endpoint | undefined>
  endpointsOfHost(host: string): Promise<Endpoint[]>
  endpointsOfWallet(payTo: string): Promise<Endpoint[]>
  coverage(slot: number): Promise<Coverage>
}

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

/** Adds up: listed = probed + deferred + excluded. */
export type Coverage = {
  readonly slot: number
  readonly listed: number
  readonly hosts: number
  readonly probed: number
  readonly deferred: number
  readonly excluded: Readonly<Record<string, number>>
}

export type HostLease = {
  readonly host_name: string
  readonly lease_until: number
  /** What is due on this host, oldest due first, at most a few. */
  readonly due: readonly Endpoint[]
}

export type FrontierStore = {
  /**
   * Leases up to `limit` hosts whose time has come and that have work due, and
   * moves their next time on by `gapMs`, in one statement.
   */
  leaseHosts(request: {
    readonly worker: string
    readonly limit: number
    readonly gapMs: number
    readonly leaseMs: number
    readonly slotMs: number
  }): Promise<HostLease[]>
  /** Takes one host's turn for a robots file or a redirect; false: not yet. */
  takeTurn(hostName: string, gapMs: number): Promise<boolean>
  /** Gives a lease back; `notBefore` is for Retry-After and backoff. */
  releaseHost(request: {
    readonly host_name: string
    readonly worker: string
    readonly notBefore?: number | undefined
    /** Endpoints that are done with until the given time. */
    readonly done: readonly { readonly resource_id: string; readonly due_at: number }[]
  }): Promise<void>
  /** When the next host will be due; undefined: nothing is. */
  nextDue(): Promise<number | undefined>
  frontierCounts(): Promise<{ readonly due: number; readonly leased: number; readonly hosts: number }>
}

/** One look at an endpoint, as the rulebooks count it; derived from evidence. */
export type Observation = {
  readonly evidence_id: string
  readonly resource_id: string
  readonly at: number
  /** `crawl` feeds endpoint-health; `check` only the terms history. */
  readonly origin: 'crawl' | 'check'
  readonly result: 'response' | 'network_error' | 'timeout' | 'robots_blocked'
  readonly status: number | null
  readonly challenge: 'valid' | 'invalid' | 'none'
  readonly price_atomic: string | null
  readonly network: string | null
  readonly asset: string | null
  readonly pay_to: string | null
  readonly quote_atomic: string | null
  readonly quality_code: string
}

export type ObservationStore = {
  recordObservations(observations: readonly Observation[]): Promise<void>
  /** Newest first. */
  observationsOf(query: {
    readonly resource_id: string
    readonly origin?: 'crawl' | undefined
    readonly until?: number | undefined
    readonly limit: number
  }): Promise<Observation[]>
  firstObservedAt(resourceId: string): Promise<number | undefined>
  /** Endpoints with observations after a moment: what has to be judged anew. */
  observedSince(at: number, limit: number): Promise<string[]>
  /** Derived rows of one rulebook about one subject; the newest replaces. */
  saveScore(score: StoredScore): Promise<void>
  scoreOf(rulebook: string, subject: string): Promise<StoredScore | undefined>
  saveCategoryQuotes(quotes: readonly CategoryQuote[]): Promise<void>
  categoryQuotes(category: string, since: number): Promise<CategoryQuote[]>
  dropDerived(): Promise<void>
}

export type StoredScore = {
  readonly rulebook: string
  readonly version: string
  readonly subject: string
  readonly as_of: number
  readonly score: number | null
  readonly output: unknown
}

export type CategoryQuote = {
  readonly resource_id: string
  readonly category: string
  readonly host: string
  readonly price_atomic: string
  readonly at: number
}

export type Registration = {
  readonly domain: string
  readonly status: 'known' | 'unknown'
  readonly registered_at: string | null
  readonly reason: string | null
  readonly fetched_at: number
  readonly expires_at: number
}

export type RegistrationStore = {
  registration(domain: string, at: number): Promise<Registration | undefined>
  saveRegistration(registration: Registration): Promise<void>
}

export type ListSnapshot = {
  readonly id: string
  readonly list: string
  readonly source_url: string
  readonly fetched_at: number
  readonly published_at: string | null
  readonly sha256: string
  readonly count: number
  readonly parser: string
  /** `good` may be current; `refused` keeps the reason and serves nobody. */
  readonly status: 'good' | 'refused'
  readonly detail: string
}

export type ListEntry = {
  /** Lower case for EVM and domains, exact for base58. */
  readonly key: string
  readonly family: string
  readonly entry: string
}

export type ListStore = {
  /** Swaps a validated list in whole, or records why it was refused. */
  saveList(
    snapshot: ListSnapshot,
    entries: AsyncIterable<ListEntry> | Iterable<ListEntry>,
  ): Promise<void>
  currentList(list: string): Promise<ListSnapshot | undefined>
  listHistory(limit: number): Promise<ListSnapshot[]>
  listEntries(snapshotId: string): AsyncIterable<ListEntry>
  matches(list: string, keys: readonly string[]): Promise<ListEntry[]>
}

export type StoredCheck = {
  readonly id: string
  readonly at: number
  readonly resource_id: string
  readonly host: string
  readonly url: string
  readonly verdict: string
  readonly decision: string
  readonly report: unknown
  /** Canonical JSON of the bundle; null when it was not kept. */
  readonly bundle: string | null
}

export type Pin = {
  readonly resource_id: string
  readonly network: string
  readonly pay_to: string
  readonly since: number
}

export type CheckStore = {
  saveCheck(check: StoredCheck): Promise<void>
  check(id: string): Promise<StoredCheck | undefined>
  checksOfHost(host: string, since: number, limit: number): Promise<StoredCheck[]>
  pinOf(resourceId: string, network: string): Promise<Pin | undefined>
  /** Remembers the first; an existing pin stays as it is. */
  savePin(pin: Pin): Promise<void>
}

export type Watch = {
  readonly id: string
  readonly owner: string
  readonly subject: string
  readonly webhook: string
  readonly secret: string
  readonly created_at: number
  readonly expires_at: number
}

export type WatchEvent = {
  readonly id: string
  readonly key: string
  readonly at: number
  readonly subject: string
  readonly kind: string
  readonly before: unknown
  readonly after: unknown
}

export type Delivery = {
  readonly event: WatchEvent
  readonly watch: Watch
  readonly attempts: number
}

export type WatchStore = {
  saveWatch(watch: Watch): Promise<void>
  watchesOf(owner: string): Promise<Watch[]>
  dropWatch(id: string, owner: string): Promise<boolean>
  /** Records an event once by key and queues its deliveries; false: known. */
  recordEvent(event: WatchEvent): Promise<boolean>
  eventsOf(subject: string, limit: number): Promise<WatchEvent[]>
  leaseDeliveries(limit: number, leaseMs: number): Promise<Delivery[]>
  finishDelivery(eventId: string, watchId: string, outcome: { readonly delivered: boolean; readonly next_at: number | null }): Promise<void>
  /** State that flap control needs, by subject. */
  watchState(subject: string): Promise<unknown | undefined>
  saveWatchState(subject: string, state: unknown): Promise<void>
}
