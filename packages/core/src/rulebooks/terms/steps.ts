import { compareInstants } from '../../time/instant.js'
import type { Challenge, Offer } from '../../x402/challenge-types.js'
import { BASE, networkFamily } from '../../x402/network.js'
import { sameParty } from '../../x402/party.js'
import { isCanonicalUsdc, isSupportedMainnet } from '../../x402/usdc.js'
import { AMBIGUOUS_DEFECTS, THRESHOLDS } from './data.js'
import { isFreeTrialActive } from './free-trial.js'
import type { LineId } from './lines.js'
import { amountOf, byPrice, hasOneDeal, isBelow } from './price.js'
import type { ExpiryCheck, Question } from './question.js'

/** What a line may look at besides the rest. */
export type Facts = {
  readonly question: Question
  readonly challenge: Challenge
}

/** A line applies; the entry to quote, if there is one. */
export type Decided = { readonly shown: Offer | null }

/** Decides, or hands on what the next line looks at. */
export type Step = (
  rest: readonly Offer[],
  facts: Facts,
) => readonly Offer[] | Decided

/** The functions of the funnel's lines; the last line needs none. */
export const STEPS: Readonly<Record<Exclude<LineId, 'fine'>, Step>> = {
  refused: (rest, { question }) =>
    question.outcome === 'refused' ? NOTHING_SHOWN : rest,

  timed_out: (rest, { question }) =>
    question.outcome === 'timeout' ? NOTHING_SHOWN : rest,

  not_reached: (rest, { question }) =>
    question.outcome === 'unreachable' ? NOTHING_SHOWN : rest,

  free_trial: (rest, { question: { response } }) =>
    response.status !== THRESHOLDS.payment_required.value &&
    isFreeTrialActive(response.headers)
      ? NOTHING_SHOWN
      : rest,

  server_failed: (rest, { question: { response } }) =>
    response.status >= THRESHOLDS.server_error_from.value &&
    response.status <= THRESHOLDS.server_error_to.value
      ? NOTHING_SHOWN
      : rest,

  not_402: (rest, { question: { response } }) =>
    response.status !== THRESHOLDS.payment_required.value
      ? NOTHING_SHOWN
      : rest,

  unclear_text: (rest, { challenge }) =>
    AMBIGUOUS_DEFECTS.some((defect) => challenge.defects.includes(defect))
      ? decided(firstReadable(challenge))
      : rest,

  nothing_usable: (rest, { challenge }) =>
    rest.length === 0 ? decided(firstReadable(challenge)) : rest,

  other_network: (rest, { question }) =>
    keptOr(rest, onNetworks(rest, question)),

  no_mainnet: (rest) =>
    keptOr(
      rest,
      rest.filter(({ network }) => isSupportedMainnet(network as string)),
    ),

  other_token: (rest) => keptOr(rest, rest.filter(isUsdc)),

  other_payee: (rest, { question: { expected } }) => {
    const { payTo } = expected
    if (payTo === null) return rest
    return keptOr(
      rest,
      rest.filter((offer) => pays(offer, payTo)),
    )
  },

  too_dear: (rest, { question: { expected } }) => {
    if (expected.price === null) return rest
    const { near, below } = byPrice(rest, expected.price)
    return keptOr(rest, near.length > 0 ? near : below)
  },

  unclear_offers: (rest) =>
    hasOneDeal(rest) ? rest : decided(rest[0] as Offer),

  expiring: (rest, { question: { expiryCheck } }) => {
    if (expiryCheck === null) return rest
    const onBase = rest.filter(isOnBase)
    if (onBase.length === 0) return rest
    if (onBase.every((offer) => isExpiring(offer, expiryCheck)))
      return decided(onBase[0] as Offer)
    return rest.filter(
      (offer) => !isOnBase(offer) || !isExpiring(offer, expiryCheck),
    )
  },

  cheaper: (rest, { question: { expected } }) => {
    const chosen = rest[0] as Offer
    return expected.price !== null && isBelow(amountOf(chosen), expected.price)
      ? decided(chosen)
      : rest
  },
}

/** True when an entry asks for canonical USDC of a supported mainnet. */
export function isUsdc({ network, asset }: Offer): boolean {
  return isCanonicalUsdc(network as string, asset as string)
}

const NOTHING_SHOWN: Decided = { shown: null }

function decided(shown: Offer | null): Decided {
  return { shown }
}

function keptOr(
  rest: readonly Offer[],
  kept: readonly Offer[],
): readonly Offer[] | Decided {
  return kept.length > 0 ? kept : decided(rest[0] as Offer)
}

function isOnBase({ network }: Offer): boolean {
  return network === BASE
}

function firstReadable({ offers }: Challenge): Offer | null {
  return offers.find(({ readable }) => readable) ?? null
}

function onNetworks(
  rest: readonly Offer[],
  { acceptNetworks, expected }: Question,
): readonly Offer[] {
  if (acceptNetworks === null && expected.network === null) return rest
  return rest.filter(
    ({ network }) =>
      (acceptNetworks === null || acceptNetworks.has(network as string)) &&
      (expected.network === null || network === expected.network),
  )
}

function pays({ network, pay_to }: Offer, payTo: string): boolean {
  const family = networkFamily(network as string)
  return sameParty(pay_to as string, payTo, family)
}

function isExpiring(offer: Offer, { until }: ExpiryCheck): boolean {
  const { expiry, max_timeout_seconds } = offer
  if (expiry !== null && compareInstants(expiry, until) <= 0) return true
  return (
    max_timeout_seconds !== null &&
    max_timeout_seconds <= THRESHOLDS.timeout_too_short_s.value
  )
}
