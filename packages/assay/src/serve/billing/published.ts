import type { ServiceSettings } from '../service.js'
import { PAYMENT_SECONDS, payToOf, resourceOf } from './challenge.js'
import { PRICES } from './prices.js'

/** A paid path as documents show it. */
export type PublishedPrice = {
  readonly resource: string
  readonly methods: readonly string[]
  readonly price_usd: string
  readonly description: string
  readonly free: string | null
  readonly prepaid_answers: number | null
}

/** `/.well-known/x402`. */
export type WellKnownX402 = {
  readonly version: 1
  readonly resources: readonly string[]
  readonly prices: readonly PublishedPrice[]
  readonly payment: {
    readonly configured: boolean
    readonly scheme: 'exact'
    readonly network: string
    readonly pay_to: string | null
    readonly facilitator: string
    readonly max_timeout_seconds: number
  }
}

/** What is sold here, for catalogs and clients; an open service sells nothing. */
export function wellKnownX402(settings: ServiceSettings): WellKnownX402 {
  const pay_to = payToOf(settings) ?? null
  const isSold = pay_to !== null && !settings.open
  const prices = PRICES.map((price) => ({
    resource: resourceOf(price, settings),
    methods: price.methods,
    price_usd: price.usd,
    description: price.description,
    free: price.free,
    prepaid_answers: price.pack?.answers ?? null,
  }))
  return {
    version: 1,
    resources: isSold ? prices.map(({ resource }) => resource) : [],
    prices,
    payment: {
      configured: isSold,
      scheme: 'exact',
      network: settings.network,
      pay_to,
      facilitator: settings.facilitatorUrl,
      max_timeout_seconds: PAYMENT_SECONDS,
    },
  }
}
