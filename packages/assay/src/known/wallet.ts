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
 * question; none: the wallet's own say what its category is. Whoever is asked
 * often gives `ownOf`: it is most of the work.
 */
export async function readWallet(
  store: Store,
  wallet: string,
  listings: readonly ListingSpan[],
  catalogs: Catalogs,
  now: number,
  ownOf: (wallet: string) => Promise<readonly ListingSpan[]> = (of) =>
    listingsOfWallet(store, of, catalogs),
): Promise<KnownWallet> {
  const own = await ownOf(wallet)
  const category = merchantCategory(listings.length > 0 ? listings : own)
  const comparables =
    category === null
      ? []
      : await readComparables(store, category, keysOf(wallet, own), now)
  return { wallet, listings: own, comparables, category }
}

/** What catalogs list as paid to a wallet, of up to 500 resources. */
export async function listingsOfWallet(
  store: Store,
  wallet: string,
  catalogs: Catalogs,
): Promise<ListingSpan[]> {
  const endpoints = await store.endpointsOfWallet(wallet)
  const histories = await Promise.all(
    endpoints
      .slice(0, MOST_RESOURCES)
      .map(({ resource_id }) => store.listingsOf(resource_id)),
  )
  return histories
    .flatMap((spans) => liveListings(spans, catalogs))
    .filter(({ offers }) =>
      offers.some(({ pay_to }) => sameAddress(pay_to, wallet)),
    )
}

function keysOf(wallet: string, listings: readonly ListingSpan[]): Set<string> {
  const networks = listings
    .flatMap(({ offers }) => offers)
    .filter(({ pay_to }) => sameAddress(pay_to, wallet))
    .map(({ network }) => network)
  return new Set(networks.map((network) => walletKey(network, wallet)))
}
