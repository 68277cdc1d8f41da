import type { Ask, Expectation, Listing } from '../seller.js'

export const BASE = 'eip155:8453'
export const BASE_SEPOLIA = 'eip155:84532'

/** A made-up wallet nobody holds the key of; a number gives one wallet. */
export function wallet(number: number): string {
  return `0x5e11e4${String(number).padStart(34, '0')}`
}

/** A listing on Base. */
export function listed(priceUsd: string, payTo: string): Listing {
  return { price_usd: priceUsd, pay_to: payTo, network: BASE }
}

/** The usual offer on Base: USDC, valid for a minute. */
export function ask<const P extends Ask['price']>(
  price: P,
  payTo: string,
): Ask & { price: P } {
  return { network: BASE, payTo, price, maxTimeoutSeconds: 60 }
}

/** Expected when the terms are right and no limit stops them. */
export const PRICE_OK = {
  decision: 'allow',
  decision_code: null,
  verdict: 'pay',
  reason_code: 'price_ok',
  quality_code: 'quality_unverified',
} as const satisfies Omit<Expectation, 'why'>

/** Expected when rulebook `terms` refuses what it read. */
export const SKIP = {
  decision: 'block',
  decision_code: 'terms_skip',
  verdict: 'skip',
  quality_code: 'quality_unverified',
} as const

/** Expected when rulebook `terms` asks for another look. */
export const RECHECK = {
  decision: 'hold',
  decision_code: 'terms_recheck',
  verdict: 'recheck',
} as const
