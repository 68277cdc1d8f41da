import type { Reason, Rule, Threshold } from '../../rulebook/rulebook.js'

export const VERSION = '2026-10-15'

export const BANDS = ['high', 'medium', 'low', 'insufficient_data'] as const
export const CONFIDENCES = ['high', 'medium', 'low'] as const
export const VERDICTS = ['pay', 'skip', 'recheck'] as const

/** The components and how much each counts. */
export const WEIGHTS = {
  stability: 25,
  drift: 20,
  verdicts: 30,
  freshness: 10,
  quality: 15,
} as const

export type ComponentId = keyof typeof WEIGHTS

export const COMPONENT_IDS = Object.keys(WEIGHTS) as readonly ComponentId[]

/** Ports that a host key leaves out. */
export const DEFAULT_PORTS: Readonly<Record<string, number>> = {
  http: 80,
  https: 443,
}

export const THRESHOLDS = {
  newest_observations: {
    value: 30,
    unit: 'observations an endpoint',
    why: 'Older terms say little about those of today.',
  },
  place_penalty: {
    value: 1,
    unit: 'per change of wallet, network or asset',
    why: 'Money that goes somewhere else is the change that matters most.',
  },
  price_penalty: {
    value: 0.5,
    unit: 'per change of price only',
    why: 'Prices change for good reasons.',
  },
  drift_factor: {
    value: 2,
    unit: '× penalty per pair',
    why: 'A change at every second look leaves nothing.',
  },
  window_days: {
    value: 30,
    unit: 'days of checks',
    why: 'Verdicts of the last month count.',
  },
  consistency_floor: {
    value: 0.5,
    unit: 'of the pay share',
    why: 'Changing verdicts halve the component at most.',
  },
  fresh_hours: {
    value: 24,
    unit: 'hours',
    why: 'A check of the last day is as good as new.',
  },
  stale_hours: {
    value: 336,
    unit: 'hours',
    why: 'After 14 days a check says nothing of today.',
  },
  cap_checks: {
    value: 5,
    unit: 'pay and skip checks in the window',
    why: 'Fewer skips may be chance.',
  },
  cap_pay_percent: {
    value: 20,
    unit: '% pay',
    why: 'A host that is nearly always skipped is not reputable.',
  },
  capped_score: {
    value: 49,
    unit: 'points',
    why: 'The top of the low band.',
  },
  min_observations: {
    value: 5,
    unit: 'observations',
    why: 'A new host never gets a low score for being new.',
  },
  min_tracked_hours: {
    value: 48,
    unit: 'hours',
    why: 'A new host never gets a low score for being new.',
  },
  high_band: { value: 75, unit: 'points', why: 'From here on high.' },
  medium_band: { value: 50, unit: 'points', why: 'From here on medium.' },
  high_confidence_observations: {
    value: 20,
    unit: 'observations',
    why: 'Enough to rely on, together with two weeks and quality data.',
  },
  high_confidence_days: {
    value: 14,
    unit: 'days tracked',
    why: 'Enough to rely on, together with 20 observations.',
  },
  medium_confidence_observations: {
    value: 10,
    unit: 'observations',
    why: 'Enough to see a tendency, together with five days.',
  },
  medium_confidence_days: {
    value: 5,
    unit: 'days tracked',
    why: 'Enough to see a tendency, together with 10 observations.',
  },
} as const satisfies Record<string, Threshold>

export const REASONS = {
  high: { text: 'Terms, verdicts and quality have held well.', effect: 'high' },
  medium: {
    text: 'Some of what was seen changed or failed.',
    effect: 'medium',
  },
  low: { text: 'Much of what was seen changed or failed.', effect: 'low' },
  insufficient_data: {
    text: 'Too little was seen for a score.',
    effect: 'insufficient_data, score null',
  },
} as const satisfies Record<string, Reason>

export const RULES: readonly Rule[] = [
  {
    id: 'stability',
    when: 'an endpoint has an observation with terms',
    then: 'how long its current terms have held, of the time since its first terms; mean over endpoints',
  },
  {
    id: 'drift',
    when: 'there are consecutive observations with terms',
    then: '1 − min(1, 2·penalty/pairs); a changed wallet, network or asset counts 1, a changed price 0.5',
  },
  {
    id: 'verdicts',
    when: 'checks of the last 30 days said pay or skip',
    then: 'pay_share·(0.5 + 0.5·share that agrees with the newest verdict of its url)',
  },
  {
    id: 'freshness',
    when: 'there is a check',
    then: '1 while the newest is under 24 h old, then down to 0 at 14 days',
  },
  {
    id: 'quality',
    when: 'endpoints have a quality code',
    then: 'the mean of the codes’ values',
  },
  {
    id: 'score',
    when: 'components have data',
    then: 'their weighted mean × 100, half up',
  },
  {
    id: 'cap',
    when: 'at least 5 pay and skip checks in 30 days and under 20 % pay',
    then: 'at most 49',
  },
  {
    id: 'insufficient',
    when: 'fewer than 5 observations, first seen less than 48 h ago or unknown, or no component with data',
    then: 'insufficient_data; the number is provisional',
  },
  {
    id: 'band',
    when: 'there is a score',
    then: 'high from 75, medium from 50, else low',
  },
  {
    id: 'confidence',
    when: 'observations and days tracked are counted',
    then: 'high from 20 and 14 with quality data, medium from 10 and 5, else low',
  },
]

export const LIMITS: readonly string[] = [
  'It never changes a verdict: it is context.',
  'It speaks of what was observed by unpaid probes, not of what a paid answer is worth.',
  'Terms that changed back and forth between two observations are not seen.',
]
