import { setTimeout as wait } from 'node:timers/promises'
import type { HttpBindings } from '@hono/node-server'
import {
  type FacilitatorClient,
  type RouteConfig,
  x402HTTPResourceServer,
  x402ResourceServer,
} from '@x402/core/server'
import { ExactEvmScheme } from '@x402/evm/exact/server'
import { paymentMiddlewareFromHTTPServer } from '@x402/hono'
import { Hono, type MiddlewareHandler } from 'hono'
import { cors } from 'hono/cors'
import { proxied } from './proxy.js'
import type { Ask, Charge } from './seller.js'

/** Where and when a seller stands. */
export type Stall = {
  readonly title: string
  readonly origin: string
  readonly path: string
  /** Milliseconds since the epoch. */
  readonly startedAt: number
  readonly facilitator: FacilitatorClient
}

type Env = { Bindings: HttpBindings }

/** A seller as the official SDK for Hono makes it. */
export async function chargeApp(
  charge: Charge,
  stall: Stall,
): Promise<Hono<Env>> {
  const app = new Hono<Env>()
  // Ahead of the payment: a pre-flight request carries none.
  app.use(cors({ origin: '*', exposeHeaders: EXPOSED }))
  if (charge.proxy) app.use(proxied(charge.proxy))
  if (charge.onlyMethod) app.use(onlyMethod(charge.onlyMethod))
  if (charge.delayMs) app.use(delayed(charge.delayMs))
  app.use(await payment(charge, stall))
  app.all(stall.path, (c) => c.json(charge.declares?.info.output.example ?? {}))
  return app
}

const EXPOSED = ['PAYMENT-REQUIRED', 'PAYMENT-RESPONSE']

async function payment(
  charge: Charge,
  stall: Stall,
): Promise<MiddlewareHandler> {
  const scheme = new ExactEvmScheme()
  const resources = new x402ResourceServer(stall.facilitator)
  resources.register('eip155:*', scheme)
  if (charge.servesSample) {
    resources.registerExtension({
      key: 'bazaar',
      enrichDeclaration: (declaration) =>
        withSample(declaration as Bazaar, charge.servesSample),
    })
  }
  // Without a verb: a "GET" route would leave HEAD unpaid under Hono.
  const http = new x402HTTPResourceServer(resources, {
    [stall.path]: route(charge, stall),
  })
  await http.initialize()
  // Already initialised: left to the middleware, a fault would end the process.
  return paymentMiddlewareFromHTTPServer(http, undefined, undefined, false)
}

function route(charge: Charge, stall: Stall): RouteConfig {
  return {
    accepts: charge.asks.map((ask) => ({
      scheme: 'exact',
      network: ask.network,
      payTo: ask.payTo,
      price: priceOf(ask),
      maxTimeoutSeconds: ask.maxTimeoutSeconds,
      extra: extraOf(ask, stall),
    })),
    resource: stall.origin + stall.path,
    description: stall.title,
    mimeType: 'application/json',
    ...(charge.declares && { extensions: { bazaar: charge.declares } }),
  }
}

function priceOf({ price }: Ask) {
  if (typeof price === 'string') return price
  const { asset, amount, name } = price
  return { asset, amount, extra: { name, version: '2' } }
}

function extraOf(ask: Ask, stall: Stall): Record<string, unknown> {
  const { expiresAfterSeconds, paymentFlow } = ask
  const startedAt = Math.floor(stall.startedAt / 1000)
  return {
    ...(expiresAfterSeconds && { expiresAt: startedAt + expiresAfterSeconds }),
    ...(paymentFlow && { paymentFlow }),
  }
}

type Bazaar = NonNullable<Charge['declares']>

function withSample(declaration: Bazaar, example: unknown) {
  const { info } = declaration
  return {
    ...declaration,
    info: { ...info, output: { ...info.output, example } },
  }
}

function onlyMethod(method: string): MiddlewareHandler {
  return async (c, next) => {
    if (c.req.method === method) return next()
    return c.json({ error: 'method not allowed' }, 405, { allow: method })
  }
}

function delayed(ms: number): MiddlewareHandler {
  return async (_c, next) => {
    await wait(ms, undefined, { ref: false })
    return next()
  }
}
