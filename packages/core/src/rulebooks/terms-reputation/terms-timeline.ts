import { sameAddress } from '../../address/address.js'
import { compareInstants, type Instant } from '../../time/instant.js'
import { mapNetwork } from '../../x402/network.js'
import { THRESHOLDS } from './data.js'
import type { ObservationRow } from './input.js'

/** An observation that carries payment terms, as it was stored. */
export type SeenTerms = {
  readonly at: Instant
  readonly amount: string
  readonly network: string
  readonly asset: string
  readonly payTo: string
}

export type TermsChange = 'place' | 'price' | 'none'

/**
 * The terms of an endpoint in time order: of its newest 30 observations not
 * later than `now` (ties in input order), those that carry terms.
 */
export function termsTimeline(
  observations: readonly ObservationRow[],
  now: Instant,
): readonly SeenTerms[] {
  const seen: SeenTerms[] = []
  for (const row of newest(observations, now)) {
    const terms = termsOf(row)
    if (terms !== undefined) seen.push(terms)
  }
  return seen
}

/** What differs between two observations: where the money goes, or its amount. */
export function changeBetween(a: SeenTerms, b: SeenTerms): TermsChange {
  const samePlace =
    sameAddress(a.payTo, b.payTo) &&
    sameNetwork(a.network, b.network) &&
    sameAddress(a.asset, b.asset)
  if (!samePlace) return 'place'
  return sameAmount(a.amount, b.amount) ? 'none' : 'price'
}

function newest(
  observations: readonly ObservationRow[],
  now: Instant,
): readonly ObservationRow[] {
  return observations
    .filter(({ at }) => compareInstants(at, now) <= 0)
    .sort((a, b) => compareInstants(a.at, b.at))
    .slice(-THRESHOLDS.newest_observations.value)
}

function termsOf(row: ObservationRow): SeenTerms | undefined {
  const { at, price_atomic, network, asset, pay_to } = row
  const complete =
    price_atomic != null && network != null && asset != null && pay_to != null
  if (!complete) return undefined
  return { at, amount: price_atomic, network, asset, payTo: pay_to }
}

// Equal texts are the rule, and asking them first spares the rest.
function sameNetwork(a: string, b: string): boolean {
  return a === b || mapNetwork(a).id === mapNetwork(b).id
}

function sameAmount(a: string, b: string): boolean {
  return a === b || BigInt(a) === BigInt(b)
}
