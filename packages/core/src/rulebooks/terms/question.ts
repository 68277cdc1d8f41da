import { usdToAtomic } from '../../money/usd.js'
import { addSeconds, type Instant } from '../../time/instant.js'
import type { CollectedResponse } from '../../x402/challenge-types.js'
import { mapNetwork } from '../../x402/network.js'
import { THRESHOLDS } from './data.js'
import type { HistoryRow } from './history-row.js'
import type { TermsInput } from './input.js'

/** The input with its defaults filled in and its units settled. */
export type Question = {
  readonly now: Instant
  readonly outcome: TermsInput['probe']['outcome']
  /** An empty one of status 0 unless the outcome is a response. */
  readonly response: CollectedResponse
  readonly expected: Expected
  /** Where the expected values come from; null when none is expected. */
  readonly source: 'request' | 'listing' | null
  /** As mapped; null when any network will do. */
  readonly acceptNetworks: ReadonlySet<string> | null
  /** Seconds of the check, and the moment up to which an expiry is too near. */
  readonly expiryCheck: ExpiryCheck | null
  readonly history: readonly HistoryRow[]
}

export type Expected = {
  /** Atomic USDC. */
  readonly price: bigint | null
  readonly payTo: string | null
  /** As mapped. */
  readonly network: string | null
}

export type ExpiryCheck = { readonly skewS: number; readonly until: Instant }

export function readQuestion(input: TermsInput): Question {
  const { now, probe } = input
  const expected = readExpected(input)
  const none = Object.values(expected).every((value) => value === null)
  const accepted = input.options?.accept_networks ?? null
  return {
    now,
    outcome: probe.outcome,
    response: responseOf(probe),
    expected,
    source: none ? null : (input.expected?.source ?? 'request'),
    acceptNetworks:
      accepted && new Set(accepted.map((name) => mapNetwork(name).id)),
    expiryCheck: expiryCheckOf(input),
    history: input.history ?? [],
  }
}

const NO_RESPONSE: CollectedResponse = {
  status: 0,
  headers: {},
  body: '',
  body_truncated: false,
}

function responseOf(probe: TermsInput['probe']): CollectedResponse {
  if (probe.outcome !== 'response') return NO_RESPONSE
  return {
    // The input has no response without a status.
    status: probe.status as number,
    headers: probe.headers ?? NO_RESPONSE.headers,
    body: probe.body ?? NO_RESPONSE.body,
    body_truncated: probe.body_truncated ?? NO_RESPONSE.body_truncated,
  }
}

function readExpected({ expected }: TermsInput): Expected {
  const price = expected?.price_usd ?? null
  const network = expected?.network ?? null
  return {
    price: price && usdToAtomic(price),
    payTo: expected?.pay_to ?? null,
    network: network === null ? null : mapNetwork(network).id,
  }
}

function expiryCheckOf({ now, options }: TermsInput): ExpiryCheck | null {
  if (!options?.check_expiry) return null
  const asked = options.skew_s ?? THRESHOLDS.skew_default_s.value
  const skewS = Math.min(asked, THRESHOLDS.skew_most_s.value)
  return { skewS, until: addSeconds(now, skewS) }
}
