import type { MiddlewareHandler, Next } from 'hono'
import type { ServiceContext, ServiceEnv } from '../answer.js'
import { type Problem, problemOf, problemResponse } from '../problem.js'
import { readCredential } from '../quota/credentials.js'
import type { Service } from '../service.js'
import type { Sell } from './counter.js'
import { isDryRun } from './dry-run.js'
import { PRICES, type Price, type PriceId } from './prices.js'
import { notConfigured } from './problems.js'

/**
 * What a surface says of a request before it is answered: free (what it counts
 * is taken by then), to be paid, or refused.
 */
export type Access = (
  c: ServiceContext,
  service: Service,
) => Promise<'free' | 'pay' | Problem>

export type Charging = {
  readonly service: Service
  /** Per price; without one everything is to be paid. */
  readonly access: Partial<Readonly<Record<PriceId, Access>>>
  /** Undefined: no wallet is configured. */
  readonly sell: ((price: Price) => Sell) | undefined
}

/** Stands before the surfaces; paths without a price pass. */
export function chargingMiddleware(
  charging: Charging,
): MiddlewareHandler<ServiceEnv> {
  const byPath = new Map(PRICES.map((price) => [price.path, price]))
  return async (c, next) => {
    const price = byPath.get(comparable(c.req.path))
    // OPTIONS is a browser's question, not a request for the answer.
    if (price === undefined || c.req.method === 'OPTIONS') return next()
    // Hono answers HEAD by the handler of GET: it would be run unpaid.
    if (!price.methods.some((method) => method === c.req.method))
      return wrongMethod(price)
    return charge(charging, price, c, next)
  }
}

async function charge(
  charging: Charging,
  price: Price,
  c: ServiceContext,
  next: Next,
): Promise<Response | undefined> {
  const { service } = charging
  const { open } = service.settings
  if (open || c.get('caller').key?.tier === 'exempt') return pass(next)
  const access = charging.access[price.id]
  const isGift = access !== undefined && (await isDryRun(c))
  const bringsPayment = c.req.header('payment-signature') !== undefined
  if (!isGift && !bringsPayment && (await takePack(service, price, c)))
    return usePack(service, c, next)
  // Who sends a payment wants what it buys, whatever else there is for free.
  if (isGift || !bringsPayment) {
    const said = (await access?.(c, service)) ?? 'pay'
    if (said === 'free') return pass(next)
    if (said !== 'pay') return problemResponse(said)
  }
  return charging.sell === undefined
    ? problemResponse(notConfigured(price))
    : charging.sell(price)(c, next)
}

async function pass(next: Next): Promise<undefined> {
  await next()
}

/** Takes one answer of a pack that buys this path; false: there is none. */
async function takePack(
  service: Service,
  price: Price,
  c: ServiceContext,
): Promise<boolean> {
  if (!PRICES.some(({ pack }) => pack?.of === price.id)) return false
  const shown = await readCredential(service, (name) => c.req.header(name))
  if (shown.kind !== 'pack') return false
  const { token_sha256 } = shown
  const pack = await service.store.usePack(token_sha256, service.now())
  if (pack === undefined) return false
  const { left } = pack
  c.set('caller', { ...c.get('caller'), pack: { token_sha256, left } })
  return true
}

/** An answer that fails, or does not come, is given back to the pack. */
async function usePack(
  { store }: Service,
  c: ServiceContext,
  next: Next,
): Promise<undefined> {
  const { token_sha256 } = c.get('caller').pack as { token_sha256: string }
  try {
    await next()
  } catch (error) {
    await store.returnPack(token_sha256)
    throw error
  }
  if (c.res.status >= 400) await store.returnPack(token_sha256)
}

function wrongMethod({ methods, path }: Price): Response {
  const allow = [...methods, 'OPTIONS'].join(', ')
  const problem = problemOf({
    status: 405,
    code: 'method_not_allowed',
    detail: `${path} is asked by ${methods.join(' or ')}.`,
  })
  return problemResponse(problem, undefined, { allow })
}

/**
 * Laxer than any router: what is taken for a paid path too often is only 402. Of
 * letters ASCII alone, or the official middleware would know fewer than we.
 */
function comparable(path: string): string {
  return path
    .replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
    .replace(/\/+/g, '/')
    .replace(/(.)\/$/, '$1')
}
