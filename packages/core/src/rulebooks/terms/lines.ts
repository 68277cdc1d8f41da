import type { Rule } from '../../rulebook/rulebook.js'
import type { Confidence, ReasonCode, Verdict } from './data.js'

export type Line = {
  readonly when: string
  readonly code: ReasonCode
  readonly verdict: Verdict
  /** Of a pay: at best. */
  readonly confidence: Confidence
  /** What follows when it does not decide. */
  readonly otherwise?: string
  /** For its sentence, when other lines have the same code. */
  readonly why?: string
}

/**
 * The funnel, in order: the first line that applies decides. Each looks only at
 * the entries that the last one left over, "the rest"; at first the usable ones.
 */
export const LINES = {
  refused: {
    when: 'the probe was refused',
    code: 'ssrf_blocked',
    verdict: 'skip',
    confidence: 'high',
  },
  timed_out: {
    when: 'the probe got no answer in time',
    code: 'timeout',
    verdict: 'recheck',
    confidence: 'low',
  },
  not_reached: {
    when: 'the probe could not connect',
    code: 'unreachable',
    verdict: 'recheck',
    confidence: 'low',
  },
  free_trial: {
    when: 'the status is not 402 and a free trial is active',
    code: 'free_trial_active',
    verdict: 'recheck',
    confidence: 'low',
  },
  server_failed: {
    when: 'the status is 500–599',
    code: 'server_error',
    verdict: 'recheck',
    confidence: 'low',
  },
  not_402: {
    when: 'the status is not 402',
    code: 'no_paywall',
    verdict: 'skip',
    confidence: 'medium',
  },
  unclear_text: {
    when: 'the challenge has duplicate_key or header_conflict',
    code: 'ambiguous',
    verdict: 'skip',
    confidence: 'medium',
    why: 'it can be read in two ways',
  },
  nothing_usable: {
    when: 'no entry is usable: readable and of scheme exact',
    code: 'bad_challenge',
    verdict: 'skip',
    confidence: 'medium',
  },
  other_network: {
    when: 'accepted networks or an expected one are given and none of the rest is on them',
    code: 'network_mismatch',
    verdict: 'skip',
    confidence: 'high',
    otherwise: 'keep those on them (both given: on both)',
  },
  no_mainnet: {
    when: 'none of the rest is on a supported mainnet',
    code: 'network_unsupported',
    verdict: 'skip',
    confidence: 'high',
    otherwise: 'keep those that are',
  },
  other_token: {
    when: "none of the rest is in its network's canonical USDC",
    code: 'asset_not_usdc',
    verdict: 'skip',
    confidence: 'high',
    otherwise: 'keep those that are',
  },
  other_payee: {
    when: 'a payee is expected and none of the rest pays it',
    code: 'pay_to_mismatch',
    verdict: 'skip',
    confidence: 'high',
    otherwise: 'keep those that do',
  },
  too_dear: {
    when: 'a price is expected and all of the rest are more than 1 % above it',
    code: 'price_mismatch',
    verdict: 'skip',
    confidence: 'high',
    otherwise: 'keep those within 1 %, or else those below',
  },
  unclear_offers: {
    when: 'two of the rest on one network differ in payee, or in amount by more than 1 % of the smaller',
    code: 'ambiguous',
    verdict: 'skip',
    confidence: 'medium',
    why: 'two offers on one network differ in payee or price',
  },
  expiring: {
    when: 'expiry is to be checked, some of the rest are on Base, and each of those is expiring',
    code: 'challenge_expired',
    verdict: 'skip',
    confidence: 'high',
    otherwise: 'with the check, drop the expiring ones on Base',
  },
  cheaper: {
    when: 'the first of the rest is more than 1 % below the expected price',
    code: 'price_below_listing',
    verdict: 'pay',
    confidence: 'high',
  },
  fine: {
    when: 'otherwise',
    code: 'price_ok',
    verdict: 'pay',
    confidence: 'high',
  },
} as const satisfies Record<string, Line>

export type LineId = keyof typeof LINES

/** A pay is this sure without an expected price, or when the terms drifted. */
export const REDUCED_CONFIDENCE: Confidence = 'medium'

/** The lines as published rules. */
export const RULES: readonly Rule[] = Object.entries<Line>(LINES).map(
  ([id, { when, code, verdict, confidence, otherwise }]) => ({
    id,
    when,
    then: `${verdict} ${code}, ${sureness(verdict, confidence)}${otherwise === undefined ? '' : `; otherwise ${otherwise}`}`,
  }),
)

function sureness(verdict: Verdict, confidence: Confidence): string {
  return verdict === 'pay'
    ? `${confidence}; ${REDUCED_CONFIDENCE} without an expected price or after a drift`
    : confidence
}
