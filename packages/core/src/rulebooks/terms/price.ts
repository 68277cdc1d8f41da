import type { Offer } from '../../x402/challenge-types.js'
import { THRESHOLDS } from './data.js'

const PERCENT = 100n
const TOLERANCE = BigInt(THRESHOLDS.price_tolerance.value)
const SPREAD = BigInt(THRESHOLDS.offers_tolerance.value)

/** The amount of a readable entry, atomic. */
export function amountOf(offer: Offer): bigint {
  return BigInt(offer.amount as string)
}

/** Further above the listed price than the tolerance. */
export function isAbove(live: bigint, listed: bigint): boolean {
  return PERCENT * (live - listed) > TOLERANCE * listed
}

/** Further below the listed price than the tolerance. */
export function isBelow(live: bigint, listed: bigint): boolean {
  return PERCENT * (listed - live) > TOLERANCE * listed
}

/** Amounts of one network that are not one price. */
export function areApart(smallest: bigint, largest: bigint): boolean {
  return PERCENT * (largest - smallest) > SPREAD * smallest
}
