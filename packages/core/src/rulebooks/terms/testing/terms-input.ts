import type { JsonValue } from '../../../json/value.js'
import { encoded, v2 } from '../../../x402/testing/challenge-samples.js'
import type { TermsOutput } from '../output.js'
import { terms } from '../rulebook.js'

export const NOW = '2026-11-30T12:00:00Z'
export const LISTED = { price_usd: '0.01', source: 'listing' }

export type Changes = {
  readonly accepts?: JsonValue
  readonly expected?: unknown
  readonly options?: unknown
  readonly probe?: object
  readonly history?: unknown
}

/** An input whose probe answers 402 with v2 terms in the header. */
export function termsInput({ accepts, probe, ...changes }: Changes = {}) {
  return {
    now: NOW,
    url: 'https://api.example.com/x',
    method: 'GET',
    expected: LISTED,
    probe: {
      outcome: 'response',
      status: 402,
      headers: { 'payment-required': encoded(v2(accepts)) },
      body: '{}',
      ...probe,
    },
    ...changes,
  }
}

export function judge(changes: Changes = {}): TermsOutput {
  return terms.judge(termsInput(changes)) as TermsOutput
}

/** Verdict, code, confidence, and the price and network that are quoted. */
export function ruling(changes: Changes): string {
  const { verdict, reason_code, confidence, ...rest } = judge(changes)
  const price = rest.quoted_price_usd ?? 'none'
  const network = SHORT_NAMES[rest.network ?? ''] ?? 'none'
  return [verdict, reason_code, confidence, price, network].join(' ')
}

const SHORT_NAMES: Readonly<Record<string, string>> = {
  'eip155:8453': 'base',
  'eip155:84532': '84532',
  'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': 'solana',
}
