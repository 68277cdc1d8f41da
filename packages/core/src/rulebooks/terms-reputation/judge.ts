import { type Fraction, shownNumber } from '../../money/fraction.js'
import { knownCount } from '../../rulebook/input.js'
import {
  addMs,
  compareInstants,
  DAY_MS,
  formatInstant,
  HOUR_MS,
  type Instant,
  millisecondsBetween,
} from '../../time/instant.js'
import { knownDate } from '../../time/known-date.js'
import { checkHistory } from './check-history.js'
import { type ComponentId, THRESHOLDS, VERSION, WEIGHTS } from './data.js'
import { holdingOf } from './holding.js'
import { hostKey } from './host-key.js'
import type { TermsReputationInput } from './input.js'
import type { PublicReputation, TermsReputation } from './output.js'
import { qualityMean } from './quality-mean.js'
import { bandOf, type Components, scoreOf } from './score.js'

/** The reputation of one host from what was seen of it; exact. */
export function judgeReputation(input: TermsReputationInput): TermsReputation {
  const { now } = input
  const endpoints = input.endpoints ?? []
  const holding = holdingOf(endpoints, now)
  const checks = checkHistory(input.checks ?? [], now)
  const components: Components = {
    stability: holding.stability,
    drift: holding.drift,
    verdicts: checks.verdicts,
    freshness: checks.freshness,
    quality: qualityMean(endpoints),
  }
  const tracked: Tracked = {
    now,
    observations: knownCount(input.observations_total),
    firstSeen: knownDate(input.first_seen, now),
    hasQuality: components.quality !== undefined,
  }
  return {
    rulebook: 'terms-reputation',
    version: VERSION,
    host: input.host == null ? null : hostKey(input.host),
    ...gradeOf(scoreOf(components, { capped: checks.capped }), tracked),
    confidence: confidenceOf(tracked),
    breakdown: {
      stability: shown('stability', components),
      drift: shown('drift', components),
      verdicts: shown('verdicts', components),
      freshness: shown('freshness', components),
      quality: shown('quality', components),
      cap_applied: checks.capped,
    },
    inputs: {
      endpoints: endpoints.length,
      observations_total: tracked.observations ?? null,
      first_seen: shownTime(tracked.firstSeen),
      tracked_days: trackedDays(tracked),
      newest_check_at: shownTime(checks.newestAt),
      pay_30d: checks.pay,
      skip_30d: checks.skip,
      pairs: holding.pairs,
      penalty: holding.penalty,
    },
  }
}

/** What anyone may see for free. */
export function publicView(reputation: TermsReputation): PublicReputation {
  return { host: reputation.host, band: reputation.band }
}

/** How long and how often the host was looked at. */
type Tracked = {
  readonly now: Instant
  readonly observations: number | undefined
  readonly firstSeen: Instant | undefined
  readonly hasQuality: boolean
}

function gradeOf(
  score: number | undefined,
  tracked: Tracked,
): Pick<TermsReputation, 'score' | 'band' | 'low_data' | 'provisional_score'> {
  const { min_observations, min_tracked_hours } = THRESHOLDS
  const enough =
    (tracked.observations ?? 0) >= min_observations.value &&
    isTrackedFor(tracked, min_tracked_hours.value * HOUR_MS)
  if (!enough || score === undefined)
    return {
      score: null,
      band: 'insufficient_data',
      low_data: true,
      provisional_score: score ?? null,
    }
  return {
    score,
    band: bandOf(score),
    low_data: false,
    provisional_score: null,
  }
}

function confidenceOf(tracked: Tracked): TermsReputation['confidence'] {
  const reaches = (level: 'high' | 'medium') =>
    (tracked.observations ?? 0) >=
      THRESHOLDS[`${level}_confidence_observations`].value &&
    isTrackedFor(tracked, THRESHOLDS[`${level}_confidence_days`].value * DAY_MS)
  if (tracked.hasQuality && reaches('high')) return 'high'
  return reaches('medium') ? 'medium' : 'low'
}

function isTrackedFor({ firstSeen, now }: Tracked, ms: number): boolean {
  return (
    firstSeen !== undefined && compareInstants(firstSeen, addMs(now, -ms)) <= 0
  )
}

function shown(id: ComponentId, components: Components) {
  const value = components[id]
  return {
    value: value === undefined ? null : shownShare(value),
    weight: WEIGHTS[id],
  }
}

function shownShare(value: Fraction): number {
  if (value.n === value.d) return 1
  return value.n === 0n ? 0 : shownNumber(value, 6)
}

function shownTime(at: Instant | undefined): string | null {
  return at === undefined ? null : formatInstant(at)
}

function trackedDays({ firstSeen, now }: Tracked): number | null {
  if (firstSeen === undefined) return null
  const { n, d } = millisecondsBetween(now, firstSeen)
  return shownNumber({ n, d: d * BigInt(DAY_MS) }, 1)
}
