import { merchantCategoryOf, sameAddress } from '@assay402/core'
import type {
  FiguresUnavailable,
  SettledFigures,
} from '../known/settled-figures.js'
import type { ListingSpan } from '../store/store.js'
import { condensePrices } from './condense.js'
import { payable } from './expectation.js'

/** Everything that catalogs say of one wallet. */
export type WalletFacts = {
  readonly wallet: string
  /** The newest listing of each source and resource that names the wallet. */
  readonly listings: readonly ListingSpan[]
  /** Advertised prices of other wallets of the category, atomic. */
  readonly comparables: readonly string[]
}

export type MerchantAsk = {
  readonly now: string
  readonly price_usd: string | null
  /** Of the resource in question; null: unknown. */
  readonly category: string | null
}

/** Web addresses of a wallet that an answer shows at most. */
const MOST_PLATFORMS = 50

/**
 * The input of rulebook merchant. What the chain shows comes before what a
 * catalog says of it.
 */
export function merchantQuestion(
  { now, price_usd, category }: MerchantAsk,
  { wallet, listings, comparables }: WalletFacts,
  settled: SettledFigures | FiguresUnavailable | null,
): object {
  const activity =
    settled?.status === 'available'
      ? settled.merchant_activity
      : listings.length > 0
        ? activityOf(listings)
        : undefined
  return {
    now,
    wallet,
    indexed: listings.length > 0 || hasHistory(settled),
    ...(activity !== undefined && { activity }),
    price_usd,
    advertised_prices_atomic: advertisedPrices(wallet, listings),
    category,
    comparable_prices_atomic: condensePrices(comparables),
    platforms: platformsOf(listings),
  }
}

function hasHistory(
  settled: SettledFigures | FiguresUnavailable | null,
): boolean {
  if (settled?.status !== 'available') return false
  const { total_tx_count, daily } = settled.merchant_activity
  return total_tx_count > 0 || daily.length > 0
}

/** The merchant category of listings: theirs when they agree, else `other`. */
export function merchantCategory(
  listings: readonly ListingSpan[],
): string | null {
  const found = new Set(listings.map(categoryOfListing))
  if (found.size === 0) return null
  return found.size === 1 ? ([...found][0] as string) : 'other'
}

/** The merchant category of one listing, by its words. */
export function categoryOfListing(listing: ListingSpan): string {
  const { title, description, tags } = listing
  return merchantCategoryOf(
    [title, description, ...tags].filter((text) => text !== null).join(' '),
  )
}

// Calls are summed over resources, each once though several sources list it;
// payers may be the same ones everywhere, so only the most count.
function activityOf(listings: readonly ListingSpan[]): object {
  const calls = new Map<string, number>()
  let payers: number | null = null
  for (const listing of listings) {
    const { resource_id, total_calls_30d, unique_payers_30d } = listing
    if (total_calls_30d !== null)
      calls.set(
        resource_id,
        Math.max(total_calls_30d, calls.get(resource_id) ?? 0),
      )
    if (unique_payers_30d !== null)
      payers = Math.max(unique_payers_30d, payers ?? 0)
  }
  const total = [...calls.values()].reduce((sum, count) => sum + count, 0)
  return {
    source: 'catalog',
    first_seen: null,
    total_tx_count: calls.size === 0 ? null : total,
    unique_payers: payers,
    completed_flows: null,
    abandoned_flows: null,
    refund_count: null,
    refund_eligible_volume_atomic: null,
  }
}

function advertisedPrices(
  wallet: string,
  listings: readonly ListingSpan[],
): string[] {
  const prices = new Map<string, string>()
  for (const { resource_id, offers } of listings)
    for (const offer of payable(offers, 'any'))
      if (sameAddress(offer.pay_to, wallet))
        prices.set(`${resource_id} ${offer.price_atomic}`, offer.price_atomic)
  return [...prices.values()]
}

function platformsOf(listings: readonly ListingSpan[]): object[] {
  const platforms = new Map<string, object>()
  for (const { host, title } of listings)
    if (!platforms.has(host) && platforms.size < MOST_PLATFORMS)
      platforms.set(host, { url: host, service_name: title })
  return [...platforms.values()]
}
