import type { Reason, Threshold } from '../../rulebook/rulebook.js'
import { CHALLENGE_LIMITS } from '../../x402/limits.js'

export const OUTCOMES = [
  'response',
  'timeout',
  'unreachable',
  'refused',
] as const
export const SOURCES = ['request', 'listing'] as const
export const VERDICTS = ['pay', 'skip', 'recheck'] as const
export const CONFIDENCES = ['high', 'medium', 'low'] as const
export const DEADLINE_SOURCES = [
  'expiry',
  'maxTimeoutSeconds',
  'default_60s',
] as const

export const REASON_CODES = [
  'price_ok',
  'price_below_listing',
  'price_mismatch',
  'pay_to_mismatch',
  'network_mismatch',
  'asset_not_usdc',
  'network_unsupported',
  'ssrf_blocked',
  'no_paywall',
  'bad_challenge',
  'challenge_expired',
  'ambiguous',
  'free_trial_active',
  'timeout',
  'unreachable',
  'server_error',
] as const

export type Verdict = (typeof VERDICTS)[number]
export type Confidence = (typeof CONFIDENCES)[number]
export type ReasonCode = (typeof REASON_CODES)[number]

export const THRESHOLDS = {
  price_tolerance: {
    value: 1,
    unit: '%',
    why: 'A price this close to the listed one counts as the listed one.',
  },
  offers_tolerance: {
    value: 1,
    unit: '% of the smaller amount',
    why: 'Entries of one network further apart are different prices.',
  },
  payment_required: {
    value: 402,
    unit: 'HTTP status',
    why: 'The only status that carries payment terms.',
  },
  server_error_from: {
    value: 500,
    unit: 'HTTP status',
    why: 'A server error says nothing about the terms.',
  },
  server_error_to: {
    value: 599,
    unit: 'HTTP status',
    why: 'The last status of the server error class.',
  },
  skew_default_s: {
    value: 30,
    unit: 's',
    why: 'Time a payment needs before it settles, when the caller names none.',
  },
  skew_most_s: {
    value: 300,
    unit: 's',
    why: 'More is counted as this.',
  },
  timeout_too_short_s: {
    value: 5,
    unit: 's',
    why: 'A payment cannot be made in so short a time.',
  },
  deadline_default_s: {
    value: 60,
    unit: 's',
    why: 'The usual validity of an authorisation, when the terms name none.',
  },
  deadline_most_s: {
    value: 86_400,
    unit: 's',
    why: 'No authorisation should be open longer; more is counted as this.',
  },
  history_rows: {
    value: 30,
    unit: 'observations',
    why: 'The newest ones, this probe among them.',
  },
  timeout_long_s: {
    value: CHALLENGE_LIMITS.timeout_long_s,
    unit: 's',
    why: 'Above it an entry is marked `timeout_long`.',
  },
  timeout_absurd_s: {
    value: CHALLENGE_LIMITS.timeout_absurd_s,
    unit: 's',
    why: 'Above it an entry is marked `timeout_absurd`.',
  },
  json_depth: {
    value: CHALLENGE_LIMITS.json_depth,
    unit: 'levels',
    why: 'A challenge nested deeper is not read.',
  },
  json_units: {
    value: CHALLENGE_LIMITS.json_units,
    unit: 'UTF-16 units',
    why: 'A longer JSON text is not read.',
  },
  amount_digits: {
    value: CHALLENGE_LIMITS.amount_digits,
    unit: 'digits',
    why: 'The length of 2^256 − 1.',
  },
  expiry_milliseconds_from: {
    value: CHALLENGE_LIMITS.expiry_milliseconds_from,
    unit: 'Unix time',
    why: 'An expiry from here on is in milliseconds, below in seconds.',
  },
} as const satisfies Record<string, Threshold>

/** One sentence a code; `{name}` is filled from what was measured. */
export const REASONS = {
  price_ok: {
    text: 'The live terms ask {price} USD; expected: {expected}.',
    effect: 'pay, high or medium',
  },
  price_below_listing: {
    text: 'The live terms ask {price} USD, less than the expected {expected}.',
    effect: 'pay, high or medium',
  },
  price_mismatch: {
    text: 'The live terms ask {price} USD, more than {tolerance} % above the expected {expected}.',
    effect: 'skip, high',
  },
  pay_to_mismatch: {
    text: 'The live terms pay {payee}, which is not the expected payee.',
    effect: 'skip, high',
  },
  network_mismatch: {
    text: 'No usable offer is on an expected or accepted network.',
    effect: 'skip, high',
  },
  asset_not_usdc: {
    text: 'The live terms ask for another token than canonical USDC.',
    effect: 'skip, high',
  },
  network_unsupported: {
    text: 'Every offer is on a test network or one that is not supported.',
    effect: 'skip, high',
  },
  ssrf_blocked: {
    text: 'The address is private, local or otherwise unsafe; it was not asked.',
    effect: 'skip, high',
  },
  no_paywall: {
    text: 'The endpoint answered {status} instead of asking for a payment.',
    effect: 'skip, medium',
  },
  bad_challenge: {
    text: 'A payment is asked for, but no offer in it can be read and used.',
    effect: 'skip, medium',
  },
  challenge_expired: {
    text: 'Every offer on Base has expired or expires within {skew_s} s.',
    effect: 'skip, high',
  },
  ambiguous: {
    text: 'The payment request is unclear: {why}.',
    effect: 'skip, medium',
  },
  free_trial_active: {
    text: 'The seller says that a free trial is active: there is no price yet.',
    effect: 'recheck, low',
  },
  timeout: {
    text: 'The endpoint did not answer in time; try again shortly.',
    effect: 'recheck, low',
  },
  unreachable: {
    text: 'The endpoint could not be reached; try again shortly.',
    effect: 'recheck, low',
  },
  server_error: {
    text: 'The endpoint answered with server error {status}; try again shortly.',
    effect: 'recheck, low',
  },
} as const satisfies Record<ReasonCode, Reason>

/** What this rulebook does not see. */
export const LIMITS = [
  'One unpaid answer: a seller may show a buyer other terms than a probe.',
  'Whether the address belongs to the seller is not judged here.',
  'Only canonical USDC of the listed mainnets, and the scheme exact.',
  'Token decimals, EIP-712 names and balances are not read from the chain.',
] as const

/** What stands for an expected price when there is none. */
export const NO_EXPECTED_PRICE = 'none'

/** Challenge defects that let two readers see two different requests. */
export const AMBIGUOUS_DEFECTS = ['duplicate_key', 'header_conflict'] as const

/** Headers by which a seller announces a free trial, and how it denies one. */
export const FREE_TRIAL = {
  header: 'x-free-trial',
  remaining_header: 'x-free-trial-remaining',
  off: ['false', '0', 'no'],
} as const
