import { addressKey } from '../address/address.js'
import { walletKey } from '../identity/wallet.js'
import type { CatalogListing, CatalogOffer } from './listing.js'

export type ChangedField = 'network' | 'asset' | 'pay_to' | 'price'

export type ListingChange = {
  readonly resource: string
  readonly field: ChangedField
  /** Distinct values, sorted; EVM addresses in lower case. */
  readonly before: readonly string[]
  readonly after: readonly string[]
}

export type ListingDifference = {
  readonly added: readonly string[]
  readonly gone: readonly string[]
  /** By resource, at most one for each field. */
  readonly changed: readonly ListingChange[]
}

type Compared = Pick<CatalogListing, 'resource' | 'offers'>

/**
 * What changed between two readings of one catalog, by resource, sorted.
 * Networks are compared as a whole; assets, payees and prices only within the
 * networks (and assets) that both have, payees also when the networks have
 * nothing in common. What one side does not say is no change.
 */
export function listingChanges(
  previous: readonly Compared[],
  next: readonly Compared[],
): ListingDifference {
  const before = byResource(previous)
  const after = byResource(next)
  const changed: ListingChange[] = []
  for (const [resource, { offers }] of before) {
    const now = after.get(resource)
    if (now !== undefined) compare(resource, offers, now.offers, changed)
  }
  return {
    added: missingIn(before, after),
    gone: missingIn(after, before),
    changed: changed.sort((a, b) => order(a.resource, b.resource)),
  }
}

type ByResource = ReadonlyMap<string, Compared>

function byResource(listings: readonly Compared[]): ByResource {
  return new Map(listings.map((listing) => [listing.resource, listing]))
}

function missingIn(known: ByResource, asked: ByResource): string[] {
  return [...asked.keys()].filter((key) => !known.has(key)).sort()
}

function order(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}

/** A field: what is compared, and within what both sides must have. */
type Facet = {
  readonly field: ChangedField
  readonly value: (offer: CatalogOffer) => string
  readonly within: (offer: CatalogOffer) => string
}

const wallet = (offer: CatalogOffer) => walletKey(offer.network, offer.pay_to)
const asset = (offer: CatalogOffer) => addressKey(offer.asset)

const FACETS: readonly Facet[] = [
  { field: 'network', value: (o) => o.network, within: () => '' },
  { field: 'asset', value: asset, within: (o) => o.network },
  { field: 'pay_to', value: wallet, within: (o) => o.network },
  {
    field: 'price',
    value: (o) => o.price_atomic,
    within: (o) => `${o.network} ${asset(o)}`,
  },
]

function compare(
  resource: string,
  before: readonly CatalogOffer[],
  after: readonly CatalogOffer[],
  changed: ListingChange[],
): void {
  for (const facet of FACETS) {
    const old = valuesOf(facet, before)
    const now = valuesOf(facet, after)
    const change = differing(old, now)
    if (change === undefined) continue
    changed.push({ resource, field: facet.field, ...change })
  }
  if (!haveCommonNetwork(before, after))
    comparePayees(resource, before, after, changed)
}

type Values = ReadonlyMap<string, readonly string[]>

function valuesOf(facet: Facet, offers: readonly CatalogOffer[]): Values {
  const groups = new Map<string, Set<string>>()
  for (const offer of offers) {
    const value = facet.value(offer)
    if (value === '') continue
    const key = facet.within(offer)
    groups.set(key, (groups.get(key) ?? new Set()).add(value))
  }
  return new Map([...groups].map(([key, set]) => [key, [...set].sort()]))
}

type Difference = Pick<ListingChange, 'before' | 'after'>

/** The first group, in order, that both have and that differs. */
function differing(old: Values, now: Values): Difference | undefined {
  for (const key of [...old.keys()].sort()) {
    const before = old.get(key) as readonly string[]
    const after = now.get(key)
    if (after !== undefined && before.join(' ') !== after.join(' '))
      return { before, after }
  }
  return undefined
}

function haveCommonNetwork(
  before: readonly CatalogOffer[],
  after: readonly CatalogOffer[],
): boolean {
  const networks = new Set(before.map(({ network }) => network))
  return after.some(({ network }) => networks.has(network))
}

function comparePayees(
  resource: string,
  before: readonly CatalogOffer[],
  after: readonly CatalogOffer[],
  changed: ListingChange[],
): void {
  const facet = { field: 'pay_to', value: wallet, within: () => '' } as const
  const change = differing(valuesOf(facet, before), valuesOf(facet, after))
  if (change !== undefined)
    changed.push({ resource, field: facet.field, ...change })
}
