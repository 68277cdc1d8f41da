export const NOW = '2026-11-30T12:00:00Z'
export const USDC = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
export const SELLER = '0x209693Bc6afc0C5328bA36FaF03C514EF312287C'
export const OTHER = '0x1111111111111111111111111111111111111111'
export const SOLANA = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'

/** An entry of a challenge: 0.01 USDC on Base unless changed. */
export function offer(change: object = {}): Record<string, unknown> {
  return {
    index: 0,
    source: 'header',
    version: 2,
    scheme: 'exact',
    network: 'eip155:8453',
    asset: USDC,
    pay_to: SELLER,
    amount: '10000',
    max_timeout_seconds: 60,
    usable: true,
    defects: [],
    ...change,
  }
}

/** Terms that pay `atomic` USDC on Base. */
export function pay(atomic = '10000', change: object = {}) {
  return {
    rulebook: 'terms',
    version: '2026-10-15',
    verdict: 'pay',
    reason_code: 'price_ok',
    confidence: 'high',
    network: 'eip155:8453',
    asset: USDC,
    pay_to: SELLER,
    payment: {
      scheme: 'exact',
      network: 'eip155:8453',
      asset: USDC,
      amount: { atomic },
      pay_to: SELLER,
    },
    history: { drift: false },
    quality: { checks: { http_status: 402 } },
    offers: [offer({ amount: atomic })],
    ...change,
  }
}

/** Terms without a payment. */
export function noPay(verdict: string, code: string, change: object = {}) {
  return { ...pay(), verdict, reason_code: code, payment: null, ...change }
}

/** A decision input without a single reason. */
export function quiet(change: object = {}): Record<string, unknown> {
  return {
    now: NOW,
    policy: {},
    subject: {
      resource: 'GET https://api.example.com/x',
      host: 'https://api.example.com',
      listed: true,
    },
    terms: pay(),
    buyer_challenge: [offer()],
    own_probe: [offer()],
    rulebooks: {
      destination: { verdict: 'unknown', score: 88 },
      merchant: { recommendation: 'PROCEED', trust_tier: 'TRUSTED' },
      counterparty: { verdict: 'trusted', wash_trading_ratio: 0 },
      'endpoint-health': { score: 90 },
    },
    sanctions: { status: 'fresh', matches: [] },
    screening: [],
    price_context: { category: 'Search', median_atomic: '10000', hosts: 3 },
    pin: { pay_to: SELLER, since: NOW, rotating: false },
    failed_probes: 0,
    signed_offer: null,
    spent: { hour_usd: '0', day_usd: '0', host_day_usd: '0' },
    ...change,
  }
}

/** The quiet input with other answers of rulebooks. */
export function withAnswers(change: object, more: object = {}) {
  const answers = quiet()['rulebooks'] as object
  return quiet({ rulebooks: { ...answers, ...change }, ...more })
}
