import { ExactEvmScheme } from '@x402/evm/exact/server'
import { Hono } from 'hono'
import type { Seller } from './seller.js'

/** One item of a Bazaar list; the entry of a v1 seller is v1-shaped. */
export type ListingItem = {
  readonly resource: string
  readonly type: 'http'
  readonly x402Version: 1 | 2
  readonly accepts: readonly Readonly<Record<string, unknown>>[]
  readonly lastUpdated: string
  readonly description: string
  readonly mimeType: string
  readonly extensions?: Readonly<Record<string, unknown>>
  /** In place of `extensions` on a v1 item. */
  readonly metadata?: Readonly<Record<string, unknown>>
}

const MAX_LIMIT = 100

/** What the catalog says of a seller: its listing, not its live terms. */
export async function listingItem(
  seller: Seller,
  version: 1 | 2,
  now: number,
): Promise<ListingItem> {
  const { listing, method, title, url } = seller
  const network = listing.network as `${string}:${string}`
  const scheme = new ExactEvmScheme()
  const price = await scheme.parsePrice(listing.price_usd, network)
  const input = { type: 'http', method }
  const common = {
    scheme: 'exact',
    asset: price.asset,
    payTo: listing.pay_to,
    maxTimeoutSeconds: 60,
    extra: price.extra,
  }
  const item = {
    resource: url,
    type: 'http',
    x402Version: version,
    lastUpdated: new Date(now).toISOString(),
    description: title,
    mimeType: 'application/json',
  } as const
  if (version === 1) {
    const entry = {
      ...common,
      network: 'base',
      maxAmountRequired: price.amount,
      resource: url,
      description: title,
      mimeType: 'application/json',
      outputSchema: { input: { ...input, discoverable: true } },
    }
    return { ...item, accepts: [entry], metadata: {} }
  }
  return {
    ...item,
    accepts: [{ ...common, network, amount: price.amount }],
    extensions: { bazaar: { info: { input }, schema: {} } },
  }
}

/** Serves the items as `GET /discovery/resources?limit=&offset=`. */
export function catalogApp(items: readonly ListingItem[]): Hono {
  const app = new Hono()
  app.get('/discovery/resources', (c) => {
    const limit = wholeNumber(c.req.query('limit'), MAX_LIMIT)
    const offset = wholeNumber(c.req.query('offset'), 0)
    const size = Math.min(Math.max(limit, 1), MAX_LIMIT)
    return c.json({
      x402Version: 2,
      items: items.slice(offset, offset + size),
      pagination: { limit: size, offset, total: items.length },
    })
  })
  return app
}

function wholeNumber(text: string | undefined, fallback: number): number {
  return text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : fallback
}
