import { addressKey, sameAddress } from '../../address/address.js'
import { atomicToUsd } from '../../money/usd.js'
import { compareInstants } from '../../time/instant.js'
import type { Challenge, Offer } from '../../x402/challenge-types.js'
import { BASE } from '../../x402/network.js'
import { isCanonicalUsdc, isSupportedMainnet } from '../../x402/usdc.js'
import { THRESHOLDS } from './data.js'
import { isFreeTrialActive } from './free-trial.js'
import type { LineId } from './lines.js'
import { amountOf, areApart, isAbove, isBelow } from './price.js'
import type { ExpiryCheck, Question } from './question.js'

/** What a line may look at besides the rest. */
export type Facts = {
  readonly question: Question
  readonly challenge: Challenge
  /** 0 without a response. */
  readonly status: number
}

/** The line applies: the entry to quote, and figures for its sentence. */
export type Decided = {
  readonly shown: Offer | null
  readonly values: Readonly<Record<string, string | number>>
}

/** Either decides or hands on what the next line looks at. */
export type Step = (
  rest: readonly Offer[],
  facts: Facts,
) => readonly Offer[] | Decided

/** One function a line of the funnel. */
export const STEPS: Readonly<Record<LineId, Step>> = {
  refused: (rest, { question }) =>
    question.outcome === 'refused' ? decided(null) : rest,

  timed_out: (rest, { question }) =>
    question.outcome === 'timeout' ? decided(null) : rest,

  not_reached: (rest, { question }) =>
    question.outcome === 'unreachable' ? decided(null) : rest,
}
