import { isObject, own } from '../json/value.js'
import type { Report } from './report.js'
import { REPORTED_RULEBOOKS } from './report-words.js'

/** One rulebook's answer in a line. */
export type VerdictRow = {
  readonly rulebook: string
  readonly version: string
  readonly verdict: string
  readonly detail: string
}

/** The five verdicts in the order shown; what has no answer is `unknown`. */
export function verdictRows(report: Report): VerdictRow[] {
  return REPORTED_RULEBOOKS.map((rulebook) => {
    const answer = own(report.rulebooks, rulebook)
    const known = isObject(answer) ? answer : {}
    const excuse = wordOf(known, 'unavailable') ?? errorOf(known)
    const version = wordOf(known, 'version') ?? '–'
    if (excuse !== undefined)
      return { rulebook, version, verdict: 'unknown', detail: excuse }
    return { rulebook, version, ...READERS[rulebook](known) }
  })
}

/** One field of the exact terms. */
export type TermsLine = readonly [name: string, value: string]

/** The exact terms, one line a field; empty when none were approved. */
export function termsLines({ terms }: Report): TermsLine[] {
  if (terms === null) return []
  const { usd } = terms.amount
  const shown = usd === undefined || usd === null ? '' : ` (${usd} USD)`
  const deadline = wordOf(terms, 'deadline')
  return [
    ['scheme', terms.scheme],
    ['network', terms.network],
    ['asset', terms.asset],
    ['amount', terms.amount.atomic + shown],
    ['pay_to', terms.pay_to],
    ...(deadline === undefined ? [] : [['deadline', deadline] as const]),
    ['payment_terms_sha256', terms.payment_terms_sha256 ?? 'unknown'],
  ]
}

/** What was asked when no terms were approved, one line a field. */
export function askedLines({ terms, rulebooks }: Report): TermsLine[] {
  const answer = own(rulebooks, 'terms')
  if (terms !== null || !isObject(answer)) return []
  const fields = ['quoted_price_usd', 'network', 'asset', 'pay_to'] as const
  return fields.flatMap((field) => {
    const value = wordOf(answer, field)
    return value === undefined ? [] : [[field, value] as const]
  })
}

type Answer = Record<string, unknown>
type Reading = Pick<VerdictRow, 'verdict' | 'detail'>

const READERS: Readonly<
  Record<(typeof REPORTED_RULEBOOKS)[number], (answer: Answer) => Reading>
> = {
  terms: (answer) => reading(answer, 'verdict', ['reason_code', 'confidence']),
  destination: (answer) => reading(answer, 'verdict', ['score']),
  counterparty: (answer) =>
    reading(answer, 'verdict', ['confidence', 'wash_trading_ratio']),
  merchant: (answer) =>
    reading(answer, 'recommendation', ['trust_tier', 'confidence']),
  'endpoint-health': healthReading,
}

function reading(
  answer: Answer,
  verdict: string,
  details: readonly string[],
): Reading {
  return {
    verdict: wordOf(answer, verdict) ?? 'unknown',
    detail: details
      .flatMap((key) => {
        const value = wordOf(answer, key)
        return value === undefined ? [] : [`${key} ${value}`]
      })
      .join(', '),
  }
}

function healthReading(answer: Answer): Reading {
  const score = wordOf(answer, 'score')
  if (score !== undefined) return { verdict: score, detail: 'score of 100' }
  const range = own(answer, 'possible_range')
  const detail = Array.isArray(range) ? `possible ${range.join('–')}` : ''
  return { verdict: 'unknown', detail }
}

function errorOf(answer: Answer): string | undefined {
  const error = own(answer, 'error')
  return isObject(error) ? (wordOf(error, 'code') ?? 'error') : undefined
}

function wordOf(answer: object, key: string): string | undefined {
  const value = own(answer, key)
  return typeof value === 'string' || typeof value === 'number'
    ? String(value)
    : undefined
}
