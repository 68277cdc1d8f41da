import type { Declaration } from './declaration.js'

/** What a catalog says of a seller; `price_usd` is a decimal string. */
export type Listing = {
  readonly price_usd: string
  readonly pay_to: string
  /** CAIP-2. */
  readonly network: string
}

/**
 * What a first check of the seller against its listing must say. Rulebook
 * `terms` gives verdict, reason and quality code; with the default spend policy
 * they give the decision. Rulebook `destination` and the https rule are not in
 * it: they refuse every loopback address, whoever sells there.
 */
export type Expectation = {
  readonly decision: 'allow' | 'hold' | 'block'
  /** The code of the decision layer that decided; null when nothing stops. */
  readonly decision_code: string | null
  readonly verdict: 'pay' | 'skip' | 'recheck'
  readonly reason_code: string
  readonly quality_code: string
  /** One plain sentence for a person. */
  readonly why: string
}

/** A running seller, as plain data. */
export type Seller = {
  readonly id: string
  readonly title: string
  readonly url: string
  /** The method its listing names. */
  readonly method: 'GET' | 'POST'
  readonly listing: Listing
  /** Options of rulebook `terms` that the expectation needs. */
  readonly check_options: { readonly check_expiry: boolean }
  readonly expect: Expectation
}

/** One entry of `accepts`, as the seller's own code states it. */
export type Ask = {
  readonly network: 'eip155:8453' | 'eip155:84532'
  readonly payTo: string
  /** Decimal USD in the network's own USDC, or a token amount given whole. */
  readonly price:
    | string
    | { readonly asset: string; readonly amount: string; readonly name: string }
  readonly maxTimeoutSeconds: number
  /** Puts `extra.expiresAt` this long after the sandbox started. */
  readonly expiresAfterSeconds?: number
  readonly paymentFlow?: 'upfront'
}

/** A seller that charges through the official server SDK (x402 v2). */
export type Charge = {
  readonly kind: 'charge'
  readonly asks: readonly Ask[]
  readonly delayMs?: number
  /** Refuses every other method with 405, ahead of the payment. */
  readonly onlyMethod?: 'POST' | 'PUT'
  readonly declares?: Declaration
  /** A sample that replaces the declared one in the challenge. */
  readonly servesSample?: Readonly<Record<string, unknown>>
  /** What the proxy in front of the seller does to its challenge. */
  readonly proxy?:
    | { readonly kind: 'cuts_header'; readonly characters: number }
    | { readonly kind: 'adds_header'; readonly payTo: string }
}

/** How a seller answers. */
export type Behaviour =
  | Charge
  | { readonly kind: 'charge_v1'; readonly ask: Ask & { price: string } }
  | {
      readonly kind: 'answer'
      readonly status: 200 | 503
      readonly headers: Readonly<Record<string, string>>
    }
  | { readonly kind: 'silence' }
  | { readonly kind: 'hang_up' }

/** A seller before it has an address. */
export type SellerDefinition = Omit<Seller, 'url' | 'check_options'> & {
  readonly path: string
  readonly checkExpiry?: true
  readonly behaviour: Behaviour
}
