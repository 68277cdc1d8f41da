import {
  atomicToUsd,
  isCanonicalUsdc,
  type Offer,
  parseAtomic,
} from '@assay402/core'
import type { Expected } from '../inspect/request.js'
import type { ListedOffer, ListingSpan } from '../store/store.js'

/**
 * What a catalog lets a buyer expect: the terms of the listed offer that
 * matches what is asked now, else of the first that the buyer could pay.
 * Undefined when no listing names such an offer. The wallet is not expected of
 * an endpoint that is known to change it.
 */
export function listingExpectation(
  listings: readonly ListingSpan[],
  offers: readonly Offer[],
  accepted: readonly string[] | 'any',
  habitOf: (network: string) => 'rotating' | 'steady',
): Expected | undefined {
  const listed = listings
    .map((listing) => payable(listing.offers, accepted))
    .find((payables) => payables.length > 0)
  if (listed === undefined) return undefined
  const matching = listed.find((one) => offers.some((live) => isFor(one, live)))
  const { network, pay_to, price_atomic } =
    matching ?? (listed[0] as ListedOffer)
  return {
    price_usd: atomicToUsd(parseAtomic(price_atomic) as bigint),
    ...(habitOf(network) === 'steady' && { pay_to }),
    network,
    source: 'listing',
  }
}

/** The offers of a listing in canonical USDC that can be paid. */
export function payable(
  offers: readonly ListedOffer[],
  accepted: readonly string[] | 'any',
): ListedOffer[] {
  return offers.filter(
    ({ scheme, network, asset, price_atomic }) =>
      scheme === 'exact' &&
      isCanonicalUsdc(network, asset) &&
      parseAtomic(price_atomic) !== undefined &&
      (accepted === 'any' || accepted.includes(network)),
  )
}

function isFor(listed: ListedOffer, live: Offer): boolean {
  return (
    live.usable &&
    live.network === listed.network &&
    isCanonicalUsdc(listed.network, live.asset ?? '')
  )
}
