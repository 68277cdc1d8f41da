import { atomicToUsd } from '../../money/usd.js'
import { compareInstants } from '../../time/instant.js'
import type { Challenge, Offer } from '../../x402/challenge-types.js'
import { BASE, networkFamily } from '../../x402/network.js'
import { sameParty } from '../../x402/party.js'
import { isCanonicalUsdc, isSupportedMainnet } from '../../x402/usdc.js'
import { AMBIGUOUS_DEFECTS, THRESHOLDS } from './data.js'
import { isFreeTrialActive } from './free-trial.js'
import type { LineId } from './lines.js'
import { amountOf, hasOneDeal, isAbove, isBelow } from './price.js'
import type { ExpiryCheck, Question } from './question.js'

/** What a line may look at besides the rest. */
export type Facts = {
  readonly question: Question
  readonly challenge: Challenge
}

/** A line applies: the entry to quote, and the figures of its sentence. */
export type Decided = {
  readonly shown: Offer | null
  readonly values: Readonly<Record<string, string | number>>
}

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
      ? decided(null, { status: response.status })
      : rest,

  not_402: (rest, { question: { response } }) =>
    response.status !== THRESHOLDS.payment_required.value
      ? decided(null, { status: response.status })
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
    const live = (rest[0] as Offer).pay_to as string
    return keptOr(
      rest,
      rest.filter((offer) => pays(offer, payTo)),
      { live },
    )
  },

  too_dear: (rest, { question: { expected } }) => {
    const { price } = expected
    if (price === null) return rest
    const affordable = rest.filter((offer) => !isAbove(amountOf(offer), price))
    if (affordable.length === 0)
      return decided(rest[0] as Offer, {
        live: usdOf(rest[0] as Offer),
        expected: atomicToUsd(price),
        tolerance: THRESHOLDS.price_tolerance.value,
      })
    const near = affordable.filter((offer) => !isBelow(amountOf(offer), price))
    return near.length > 0 ? near : affordable
  },

  unclear_offers: (rest) =>
    hasOneDeal(rest) ? rest : decided(rest[0] as Offer),

  expiring: (rest, { question: { expiryCheck } }) => {
    if (expiryCheck === null) return rest
    const onBase = rest.filter(({ network }) => network === BASE)
    const dying = onBase.filter((offer) => isExpiring(offer, expiryCheck))
    if (dying.length === 0) return rest
    if (dying.length === onBase.length)
      return decided(onBase[0] as Offer, { skew: expiryCheck.skewS })
    return rest.filter((offer) => !dying.includes(offer))
  },

  cheaper: (rest, { question: { expected } }) => {
    const chosen = rest[0] as Offer
    if (expected.price === null || !isBelow(amountOf(chosen), expected.price))
      return rest
    return decided(chosen, {
      live: usdOf(chosen),
      expected: atomicToUsd(expected.price),
    })
  },
}

/** True when an entry asks for canonical USDC of a supported mainnet. */
export function isUsdc({ network, asset }: Offer): boolean {
  return isCanonicalUsdc(network as string, asset as string)
}

/** The amount of a readable entry in canonical USDC. */
export function usdOf(offer: Offer): string {
  return atomicToUsd(amountOf(offer))
}

const NOTHING_SHOWN: Decided = { shown: null, values: {} }

function decided(shown: Offer | null, values: Decided['values'] = {}): Decided {
  return { shown, values }
}

function keptOr(
  rest: readonly Offer[],
  kept: readonly Offer[],
  values: Decided['values'] = {},
): readonly Offer[] | Decided {
  return kept.length > 0 ? kept : decided(rest[0] as Offer, values)
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
