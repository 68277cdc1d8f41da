import { atomicToUsd, usdToAtomic } from '../money/usd.js'
import { usdOf } from '../money/usd-text.js'
import { sentenceOf } from './causes.js'
import type { Facts } from './facts.js'
import type { Finding } from './finding.js'
import { excuseOf } from './rules-rulebooks.js'
import {
  DECISION_THRESHOLDS,
  NOT_EXERCISED_STATUSES,
  RETRY_SECONDS,
  TERMS_WOULD_ALLOW,
} from './thresholds.js'

/** What rulebook terms said; without its word nothing is allowed. */
export function judgeTerms(facts: Facts): Finding[] {
  const { terms } = facts.input
  const excuse = excuseOf(terms, terms?.verdict)
  if (excuse !== undefined) return [recheck(facts, excuse)]
  const code = terms?.reason_code ?? 'unknown'
  if (terms?.verdict === 'recheck') return [recheck(facts, code)]
  const drift = driftOf(facts)
  if (terms?.verdict === 'pay') return drift
  const status = terms?.quality?.checks?.http_status
  if (code === 'no_paywall' && status != null && isRefusal(status))
    return [notExercised(facts, status), ...drift]
  return [skip(facts, code), ...drift]
}

function recheck({ policy, input }: Facts, code: string): Finding {
  return {
    code: 'terms_recheck',
    because: sentenceOf(input.terms?.reason),
    meaning: policy.rulebooks.terms.recheck,
    measured: code,
    threshold: null,
    values: { code },
    retry_after_s:
      code === 'free_trial_active'
        ? RETRY_SECONDS.free_trial_active
        : RETRY_SECONDS.default,
  }
}

function driftOf({ policy, input, rotating }: Facts): Finding[] {
  if (input.terms?.history?.drift !== true) return []
  return [
    {
      code: 'drift',
      // A recognised rotating wallet is a change at every look.
      meaning: policy.hold_on_drift && !rotating ? 'hold' : 'note',
      measured: 'changed',
      threshold: null,
    },
  ]
}

function isRefusal(status: number): boolean {
  return NOT_EXERCISED_STATUSES.includes(status)
}

function notExercised({ policy }: Facts, status: number): Finding {
  return {
    code: 'not_exercised',
    meaning: policy.rulebooks.terms.not_exercised,
    measured: status,
    threshold: 402,
    ...(status === 429 ? { retry_after_s: RETRY_SECONDS.rate_limited } : {}),
  }
}

function skip({ input, policy }: Facts, code: string): Finding {
  const { terms, expected } = input
  const allowed = Object.hasOwn(TERMS_WOULD_ALLOW, code)
    ? (TERMS_WOULD_ALLOW[code] as string)
    : 'terms that rulebook terms does not skip'
  const finding = {
    code: 'terms_skip',
    because: sentenceOf(terms?.reason),
    meaning: policy.rulebooks.terms.skip,
    measured: code,
    threshold: null,
    values: { code, allowed },
  } as const
  if (code === 'price_mismatch' && expected?.price_usd != null)
    return {
      ...finding,
      measured: terms?.quoted_price_usd ?? null,
      threshold: expected.price_usd,
      values: {
        code,
        allowed: `at or below ${highestPrice(expected.price_usd)} USD`,
      },
    }
  if (code === 'pay_to_mismatch' && expected?.pay_to != null)
    return {
      ...finding,
      measured: terms?.pay_to ?? null,
      threshold: expected.pay_to,
    }
  if (code === 'network_mismatch' && expected?.network != null)
    return {
      ...finding,
      measured: terms?.network ?? null,
      threshold: expected.network,
    }
  return finding
}

function highestPrice(expected: string): string {
  const percent = 100n + BigInt(DECISION_THRESHOLDS.expected_price_percent)
  return atomicToUsd((usdToAtomic(usdOf(expected)) * percent) / 100n)
}
