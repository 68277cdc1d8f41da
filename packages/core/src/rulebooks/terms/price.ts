import { atomicToUsd } from '../../money/usd.js'
import type { Offer } from '../../x402/challenge-types.js'
import { networkFamily } from '../../x402/network.js'
import { sameParty } from '../../x402/party.js'
import { THRESHOLDS } from './data.js'

const PERCENT = 100n
const TOLERANCE = BigInt(THRESHOLDS.price_tolerance.value)
const SPREAD = BigInt(THRESHOLDS.offers_tolerance.value)

/** The amount of a readable entry, atomic. */
export function amountOf(offer: Offer): bigint {
  return BigInt(offer.amount as string)
}

/** The amount of a readable entry in canonical USDC, as USD. */
export function usdOf(offer: Offer): string {
  return atomicToUsd(amountOf(offer))
}

/** Further below the listed price than the tolerance. */
export function isBelow(live: bigint, listed: bigint): boolean {
  return PERCENT * (listed - live) > TOLERANCE * listed
}

export type ByPrice = { readonly near: Offer[]; readonly below: Offer[] }

/** The entries within the tolerance of the listed price, and those below it. */
export function byPrice(offers: readonly Offer[], listed: bigint): ByPrice {
  const near: Offer[] = []
  const below: Offer[] = []
  for (const offer of offers) {
    const amount = amountOf(offer)
    if (isBelow(amount, listed)) below.push(offer)
    else if (!isAbove(amount, listed)) near.push(offer)
  }
  return { near, below }
}

type Deal = { readonly payTo: string; least: bigint; most: bigint }

/** No two entries on one network differ in payee or, by the tolerance, in amount. */
export function hasOneDeal(offers: readonly Offer[]): boolean {
  const deals = new Map<string, Deal>()
  for (const offer of offers) {
    const network = offer.network as string
    const payTo = offer.pay_to as string
    const amount = amountOf(offer)
    const deal = deals.get(network)
    if (deal === undefined) {
      deals.set(network, { payTo, least: amount, most: amount })
      continue
    }
    if (!sameParty(deal.payTo, payTo, networkFamily(network))) return false
    if (amount < deal.least) deal.least = amount
    if (amount > deal.most) deal.most = amount
    if (areApart(deal.least, deal.most)) return false
  }
  return true
}

function areApart(smallest: bigint, largest: bigint): boolean {
  return PERCENT * (largest - smallest) > SPREAD * smallest
}

function isAbove(live: bigint, listed: bigint): boolean {
  return PERCENT * (live - listed) > TOLERANCE * listed
}
