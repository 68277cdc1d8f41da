import { priceOf } from '../../billing/prices.js'
import { LIMITS } from '../../quota/limits.js'

/** What this service calls itself. */
export const SERVICE_NAME = 'Assay'

export const VERDICTS = {
  pay: 'these exact terms are safe to pay now',
  skip: 'do not pay: a concrete problem was seen',
  recheck: 'no decision yet: ask again later',
} as const

/** What the fields of an answer mean. */
export const FIELDS = {
  verdict: 'pay | skip | recheck',
  reason_code:
    'stable machine code of the list above; none is ever renamed, new ones may be added',
  reason: 'free answers: one plain line; all others: the code',
  confidence: 'high | medium | low',
  payment_terms_sha256:
    'of a pay: SHA-256 of network|asset|amount_atomic|pay_to, lower case on EVM',
  receipt_id: 'id of the receipt that everybody can read; null for a dry run',
  receipt_url: 'where the receipt is',
  prior_checks: 'how often this resource was checked here before, at most 100',
  history:
    'of the last 30 observations: stable_for_days, stable_since, last_changed, drift',
  history_observations:
    'paid, router and exempt answers: the last 30 observations, newest first (time, price, network, pay_to, asset, status)',
  quality:
    'paid, router and exempt answers: {code, checks}; free answers and dry runs: {code}. Read from the unpaid 402 alone; never changes a verdict',
  reputation:
    'of the seller’s host. Paid, router and exempt answers: all of it; free answers and dry runs: {host, band}. Page: /terms/reputation/<host>',
  access: 'free | paid | router | exempt: how the answer was come by',
  text: 'in this list {name} stands for what was measured',
  receipt:
    'paid, router and exempt answers: the receipt itself, a signed JWS; its keys are at /.well-known/jwks.json',
} as const

/** The limits in words, from the very figures that are counted by. */
export function limitsInWords(): object {
  const { terms_free_client, terms_free_network } = LIMITS
  const { terms_dry_client, terms_dry_network, terms_paid_payer } = LIMITS
  const one = priceOf('terms')
  const many = priceOf('terms_router')
  return {
    free_live_checks: `${terms_free_client.limit} for each client name and UTC day, then a payment is asked for; at most ${terms_free_network.limit} for each network (IP; IPv6 /64) and UTC day over all client names, then HTTP 429 with Retry-After until 00:00 UTC. The address is kept as a salted hash only.`,
    dry_runs: `${terms_dry_client.limit} for each caller and ${terms_dry_network.limit} for each network a UTC day; never an approval to pay`,
    paid: `$${one.usd} USDC a check; router: $${many.usd} for ${many.pack?.answers} checks, good for ${many.pack?.days} days; at most ${terms_paid_payer.limit} paid checks of one payer an hour`,
  }
}
