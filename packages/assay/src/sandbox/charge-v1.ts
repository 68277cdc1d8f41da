import type { HttpBindings } from '@hono/node-server'
import { ExactEvmScheme } from '@x402/evm/exact/server'
import { Hono } from 'hono'
import { cors } from 'hono/cors'
import type { Stall } from './charge.js'
import { REFUSAL } from './facilitator.js'
import type { Ask } from './seller.js'

/**
 * A seller of the first generation, by hand: terms in the JSON body, payment in
 * `X-PAYMENT`, which is refused like every payment here.
 */
export async function chargeV1App(
  ask: Ask & { readonly price: string },
  stall: Stall,
): Promise<Hono<{ Bindings: HttpBindings }>> {
  const entry = await entryOf(ask, stall)
  const app = new Hono<{ Bindings: HttpBindings }>()
  app.use(cors({ origin: '*', exposeHeaders: ['X-PAYMENT-RESPONSE'] }))
  app.all(stall.path, (c) => {
    const paid = c.req.header('x-payment') !== undefined
    const error = paid ? REFUSAL : 'X-PAYMENT header is required'
    const challenge = { x402Version: 1, error, accepts: [entry] }
    return c.json(challenge, 402, { 'cache-control': 'no-store' })
  })
  return app
}

async function entryOf(ask: Ask & { readonly price: string }, stall: Stall) {
  const price = await new ExactEvmScheme().parsePrice(ask.price, ask.network)
  return {
    scheme: 'exact',
    network: 'base',
    maxAmountRequired: price.amount,
    asset: price.asset,
    payTo: ask.payTo,
    resource: stall.origin + stall.path,
    description: stall.title,
    mimeType: 'application/json',
    outputSchema: {
      input: { type: 'http', method: 'GET', discoverable: true },
      output: { base: 'EUR', quote: 'USD', rate: '1.08' },
    },
    maxTimeoutSeconds: ask.maxTimeoutSeconds,
    extra: price.extra,
  }
}
