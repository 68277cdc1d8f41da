import { textOf } from '../json/text-of.js'
import { compareFractions } from '../money/fraction.js'
import { usdOf } from '../money/usd-text.js'
import type { Meaning } from '../policy/verdict-meanings.js'
import { codesOf, sentencesOf, tradeOf } from './causes.js'
import type { DecisionCode } from './codes.js'
import type { Facts } from './facts.js'
import type { Finding } from './finding.js'
import { DECISION_THRESHOLDS } from './thresholds.js'

/** What the four rulebooks beside terms said, in the words of the policy. */
export function judgeRulebooks(facts: Facts): Finding[] {
  return [
    ...judgeDestination(facts),
    ...judgeCounterparty(facts),
    ...judgeMerchant(facts),
    ...judgeHealth(facts),
  ]
}

/** Why an answer holds no verdict; `undefined` when it holds one. */
export function excuseOf(
  answer: Answer | null | undefined,
  verdict: unknown,
): string | undefined {
  if (answer === null || answer === undefined) return 'not_judged'
  if (answer.unavailable != null) return answer.unavailable
  if (answer.error != null) return textOf(answer.error, 'code', 'error')
  return verdict === null || verdict === undefined ? 'no_verdict' : undefined
}

type Answer = {
  readonly unavailable?: string | null | undefined
  readonly error?: unknown
}

function judgeDestination({ input, policy }: Facts): Finding[] {
  const answer = input.rulebooks?.destination
  const meanings = policy.rulebooks.destination
  const excuse = excuseOf(answer, answer?.verdict)
  if (excuse !== undefined)
    return [unavailable('destination', meanings.unavailable, excuse)]
  const verdict = answer?.verdict as
    | 'trusted'
    | 'unknown'
    | 'suspicious'
    | 'block'
  if (verdict === 'trusted') return []
  return [
    {
      ...said(`destination_${verdict}`, meanings[verdict], verdict),
      because: codesOf(answer?.reasons),
    },
  ]
}

function judgeCounterparty({ input, policy }: Facts): Finding[] {
  const answer = input.rulebooks?.counterparty
  const meanings = policy.rulebooks.counterparty
  const excuse = excuseOf(answer, answer?.verdict)
  if (excuse !== undefined)
    return [unavailable('counterparty', meanings.unavailable, excuse)]
  const verdict = answer?.verdict as 'trusted' | 'caution' | 'avoid'
  if (verdict === 'trusted') return []
  return [
    {
      ...said(`counterparty_${verdict}`, meanings[verdict], verdict),
      because: tradeOf(answer as Traded),
    },
  ]
}

type Traded = Parameters<typeof tradeOf>[0]

function judgeMerchant(facts: Facts): Finding[] {
  const answer = facts.input.rulebooks?.merchant
  const meanings = facts.policy.rulebooks.merchant
  const excuse = excuseOf(answer, answer?.recommendation)
  if (excuse !== undefined)
    return [unavailable('merchant', meanings.unavailable, excuse)]
  const because = sentencesOf(answer?.reasons)
  if (answer?.trust_tier === 'AVOID')
    return [{ ...said('merchant_avoid', meanings.AVOID, 'AVOID'), because }]
  if (answer?.recommendation === 'CAUTION')
    return [
      { ...said('merchant_caution', meanings.CAUTION, 'CAUTION'), because },
    ]
  return answer?.recommendation === 'PROCEED' ? [] : [insufficient(facts)]
}

function insufficient({ policy, price }: Facts): Finding {
  const limit = policy.hold_unknown_merchant_above_usd
  const meaning = policy.rulebooks.merchant.INSUFFICIENT_SIGNAL
  const finding = said('merchant_insufficient', meaning, 'INSUFFICIENT_SIGNAL')
  const isAbove =
    price !== undefined && compareFractions(price, usdOf(limit)) > 0
  if (!isAbove || meaning === 'block') return { ...finding, would_allow: null }
  return { ...finding, meaning: 'hold', threshold: limit, values: { limit } }
}

function judgeHealth({ input, policy }: Facts): Finding[] {
  const answer = input.rulebooks?.['endpoint-health']
  const meanings = policy.rulebooks['endpoint-health']
  // A score of null is an answer: it says that the health is unknown.
  const excuse = excuseOf(
    answer,
    answer?.score === null ? 'null' : answer?.score,
  )
  const found: Finding[] = []
  if (excuse !== undefined)
    found.push(unavailable('endpoint-health', meanings.unavailable, excuse))
  else found.push(...scored(answer?.score ?? null, meanings))
  const failed = input.failed_probes ?? 0
  if (failed >= policy.hold_after_failed_probes)
    found.push({
      code: 'failed_probes',
      meaning: meanings.failed_probes,
      measured: failed,
      threshold: policy.hold_after_failed_probes,
    })
  return found
}

function scored(
  score: number | null,
  meanings: { readonly low: Meaning; readonly unknown: Meaning },
): Finding[] {
  const threshold = DECISION_THRESHOLDS.health_low
  if (score === null)
    return [
      {
        code: 'health_unknown',
        meaning: meanings.unknown,
        measured: null,
        threshold,
      },
    ]
  if (score >= threshold) return []
  return [
    { code: 'health_low', meaning: meanings.low, measured: score, threshold },
  ]
}

function said(code: DecisionCode, meaning: Meaning, word: string): Finding {
  return { code, meaning, measured: word, threshold: null }
}

function unavailable(
  rulebook: string,
  meaning: Meaning,
  excuse: string,
): Finding {
  return {
    code: 'evidence_unavailable',
    meaning,
    rulebook,
    measured: excuse,
    threshold: null,
  }
}
