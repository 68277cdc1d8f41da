import type {
  CatalogPass,
  CatalogStore,
  Listing,
  ListingChanges,
} from '../../store/store.js'

type Span = { readonly listing: Listing; readonly at: number }

export type MemoryCatalog = Pick<
  CatalogStore,
  'beginPass' | 'recordListings' | 'finishPass'
> & {
  readonly passes: CatalogPass[]
  /** By source and resource, oldest span first. */
  readonly spans: ReadonlyMap<string, readonly Span[]>
  readonly listings: (source: string) => Listing[]
}

/** The catalog part of a store, in memory: a span for each change of offers. */
export function createMemoryCatalog(): MemoryCatalog {
  const passes: CatalogPass[] = []
  const spans = new Map<string, Span[]>()
  return {
    passes,
    spans,
    listings: (source) =>
      [...spans.values()]
        .map((each) => (each.at(-1) as Span).listing)
        .filter((listing) => listing.source === source),
    async beginPass(source, at) {
      const id = `pass-${passes.length}`
      passes.push({
        id,
        source,
        started_at: at,
        finished_at: null,
        reported_total: null,
        read: 0,
        kept: 0,
        excluded: {},
        status: 'running',
        detail: '',
      })
      return id
    },
    async recordListings(_passId, listings, at) {
      const changes = { added: 0, changed: 0, payees_changed: 0, seen_again: 0 }
      for (const listing of listings) record(spans, listing, at, changes)
      return changes
    },
    async finishPass(passId, outcome) {
      const at = passes.findIndex(({ id }) => id === passId)
      passes[at] = { ...(passes[at] as CatalogPass), ...outcome }
    },
  }
}

type Counts = { -readonly [Key in keyof ListingChanges]: number }

function record(
  spans: Map<string, Span[]>,
  listing: Listing,
  at: number,
  changes: Counts,
): void {
  const key = `${listing.source} ${listing.resource_id}`
  const known = spans.get(key) ?? []
  const before = known.at(-1)?.listing
  if (before === undefined) changes.added++
  else if (same(before, listing, whole)) {
    changes.seen_again++
    return
  } else {
    changes.changed++
    if (!same(before, listing, payee)) changes.payees_changed++
  }
  spans.set(key, [...known, { listing, at }])
}

type Part = (offer: Listing['offers'][number]) => string

const whole: Part = (offer) =>
  JSON.stringify(Object.values(offer)).toLowerCase()
const payee: Part = ({ network, pay_to }) =>
  `${network} ${pay_to}`.toLowerCase()

function same(a: Listing, b: Listing, part: Part): boolean {
  const text = ({ offers }: Listing) =>
    [...new Set(offers.map(part))].sort().join()
  return text(a) === text(b)
}
