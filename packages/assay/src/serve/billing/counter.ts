import type { x402HTTPResourceServer } from '@x402/core/server'
import type { Next } from 'hono'
import type { ServiceContext } from '../answer.js'
import type { Service } from '../service.js'
import type { PaymentTools } from './payment-end.js'
import type { Price } from './prices.js'
import type { Purchase } from './purchase.js'

/** What selling the answers of one path needs. */
export type Counter = {
  readonly tools: PaymentTools & { readonly service: Service }
  readonly price: Price
  /** The official server of this path. */
  readonly path: x402HTTPResourceServer
}

/** Sells one answer; undefined: the response stands in the context. */
export type Sell = (
  c: ServiceContext,
  next: Next,
) => Promise<Response | undefined>

/** A payment with the request that came with it. */
export type Bought = Purchase & { readonly sha256: string }
