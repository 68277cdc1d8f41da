import { x402ResourceServer } from '@x402/core/server'
import { ExactEvmScheme } from '@x402/evm/exact/server'
import { paymentMiddleware } from '@x402/hono'
import { Hono } from 'hono'
import type { Chain } from '../chain/chain.js'
import type { Site } from './street.js'

/**
 * A seller by the official SDK for Hono: it charges through the facilitator of
 * the chain, and only for an answer. `resource` is its public URL.
 */
export function honestSeller(
  chain: Chain,
  resource: string,
  payTo: string,
  price: string,
): Site {
  const { pathname } = new URL(resource)
  const server = new x402ResourceServer(chain.facilitator).register(
    'eip155:*',
    new ExactEvmScheme(),
  )
  const accepts = {
    scheme: 'exact',
    network: 'eip155:8453',
    payTo,
    price,
    maxTimeoutSeconds: 60,
  } as const
  const app = new Hono()
  app.use(
    paymentMiddleware(
      { [pathname]: { accepts, resource, mimeType: 'application/json' } },
      server,
    ),
  )
  app.all(pathname, (c) => c.json({ temperature: 21 }))
  return (request) => app.fetch(request)
}
