import { decimalFraction } from '../../json/decimal.js'
import { type Fraction, fraction } from '../../money/fraction.js'
import { type Instant, millisecondsBetween } from '../../time/instant.js'
import { THRESHOLDS } from './data.js'
import type { EndpointRow } from './input.js'
import { meanOf } from './mean.js'
import {
  changeBetween,
  type SeenTerms,
  type TermsChange,
  termsTimeline,
} from './terms-timeline.js'

/** How well the payment terms of a host's endpoints have held. */
export type Holding = {
  readonly stability: Fraction | undefined
  readonly drift: Fraction | undefined
  readonly pairs: number
  readonly penalty: number
}

/** Reads the observations of every endpoint up to `now`; exact. */
export function holdingOf(
  endpoints: readonly EndpointRow[],
  now: Instant,
): Holding {
  const shares: Fraction[] = []
  let pairs = 0
  let penalty = 0
  for (const { observations } of endpoints) {
    const timeline = termsTimeline(observations, now)
    if (timeline.length === 0) continue
    const changes = changesIn(timeline)
    shares.push(heldShare(timeline, changes, now))
    pairs += changes.length
    for (const change of changes) penalty += PENALTIES[change]
  }
  return {
    stability: meanOf(shares),
    drift: driftOf(penalty, pairs),
    pairs,
    penalty,
  }
}

const PENALTIES: Readonly<Record<TermsChange, number>> = {
  place: THRESHOLDS.place_penalty.value,
  price: THRESHOLDS.price_penalty.value,
  none: 0,
}

const ONE = fraction(1n)

/** The change into each observation but the first. */
function changesIn(timeline: readonly SeenTerms[]): readonly TermsChange[] {
  return timeline
    .slice(1)
    .map((terms, i) => changeBetween(timeline[i] as SeenTerms, terms))
}

function heldShare(
  timeline: readonly SeenTerms[],
  changes: readonly TermsChange[],
  now: Instant,
): Fraction {
  const first = timeline[0] as SeenTerms
  const lastChange = changes.findLastIndex((change) => change !== 'none')
  // Without a change the run began with the first observation.
  const start = timeline[lastChange + 1] as SeenTerms
  const span = millisecondsBetween(now, first.at)
  if (lastChange < 0 || span.n === 0n) return ONE
  const held = millisecondsBetween(now, start.at)
  return fraction(held.n * span.d, held.d * span.n)
}

function driftOf(penalty: number, pairs: number): Fraction | undefined {
  if (pairs === 0) return undefined
  if (penalty === 0) return ONE
  // Penalties are halves, so this product is exact.
  const lost = decimalFraction(
    THRESHOLDS.drift_factor.value * penalty,
  ) as Fraction
  const kept = BigInt(pairs) * lost.d - lost.n
  return fraction(kept > 0n ? kept : 0n, BigInt(pairs) * lost.d)
}
