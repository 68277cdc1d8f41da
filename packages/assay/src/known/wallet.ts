import { sameAddress, walletKey } from '@assay402/core'
import { merchantCategory, type WalletFacts } from '../questions/merchant.js'
import type { ListingSpan, Store } from '../store/store.js'
import { readComparables } from './market.js'
import { type Catalogs, liveListings } from './read.js'

/** Resources of one wallet that are read at most. */
const MOST_RESOURCES = 500

export type KnownWallet = WalletFacts & {
  /** Of the listing in question, else of all of them; null: none. */
  readonly category: string | null
}

/**
 * Reads what catalogs say of a wallet. `listings` are those of the resource in
 * question; none: the wallet's own say what its category is.
 */
export async function readWallet(
  store: Store,
  wallet: string,
  listings: readonly ListingSpan[],
  catalogs: Catalogs,
  now: number,
): Promise<KnownWallet> {
  const endpoints = await store.endpointsOfWallet(wallet)
  const histories = await Promise.all(
    endpoints
      .slice(0, MOST_RESOURCES)
      .map(({ resource_id }) => store.listingsOf(resource_id)),
  )
  const own = histories
    .flatMap((spans) => liveListings(spans, catalogs))
    .filter(({ offers }) =>
      offers.some(({ pay_to }) => sameAddress(pay_to, wallet)),
    )
  const category = merchantCategory(listings.length > 0 ? listings : own)
  const comparables =
    category === null
      ? []
      : await readComparables(store, category, keysOf(wallet, own), now)
  return { wallet, listings: own, comparables, category }
}

function keysOf(wallet: string, listings: readonly ListingSpan[]): Set<string> {
  const networks = listings
    .flatMap(({ offers }) => offers)
    .filter(({ pay_to }) => sameAddress(pay_to, wallet))
    .map(({ network }) => network)
  return new Set(networks.map((network) => walletKey(network, wallet)))
}
