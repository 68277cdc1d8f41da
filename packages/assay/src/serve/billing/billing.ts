import type { FacilitatorClient } from '@x402/core/server'
import type { MiddlewareHandler } from 'hono'
import type { ServiceEnv } from '../answer.js'
import type { Service } from '../service.js'
import { paidPath, payToOf } from './challenge.js'
import type { ChargeReader } from './charge-reader.js'
import type { Sell } from './counter.js'
import { createCashier } from './facilitator.js'
import { type Access, chargingMiddleware } from './middleware.js'
import { createSell } from './paid.js'
import { KEPT_MS, recoverPayments } from './payments.js'
import { PRICES, type Price, type PriceId } from './prices.js'
import { recordSettlements } from './settlement-record.js'

/** What of the outside can be given; each has a default. */
export type BillingParts = {
  /** In this process; else the one of the settings is asked by HTTP. */
  readonly facilitator?: FacilitatorClient | undefined
  /** Else the facilitator's word is taken. */
  readonly readCharge?: ChargeReader | undefined
  /** What the surfaces give away. */
  readonly access?: Partial<Readonly<Record<PriceId, Access>>> | undefined
}

export type Billing = {
  /** To be mounted before the surfaces, after CORS and the caller. */
  readonly middleware: MiddlewareHandler<ServiceEnv>
  /**
   * For the background: ends payments that a process died over, and forgets
   * answers of more than 24 hours ago. Returns how many of each.
   */
  tend(): Promise<{ readonly ended: number; readonly forgotten: number }>
}

/** Charges for the paths of the price table. Does no I/O by itself. */
export function billing(service: Service, parts: BillingParts = {}): Billing {
  const { settings, store, now } = service
  const { access = {}, facilitator, readCharge = null } = parts
  const payTo = payToOf(settings)
  tellOfWhatIsNotTaken(service)
  const cashier = createCashier(service, facilitator)
  const tools = { service, cashier, readCharge, again: new Set<string>() }
  recordSettlements(tools)
  return {
    middleware: chargingMiddleware({
      service,
      access,
      sell: payTo === undefined ? undefined : sellers(),
    }),
    tend: async () => ({
      ended: await recoverPayments(tools),
      forgotten: await store.prunePayments(now() - KEPT_MS),
    }),
  }

  function sellers(): (price: Price) => Sell {
    const byId = new Map<PriceId, Sell>()
    for (const price of PRICES) {
      const path = paidPath(price, cashier.server, settings, payTo as string)
      byId.set(price.id, createSell({ tools, price, path }))
    }
    return ({ id }) => byId.get(id) as Sell
  }
}

function tellOfWhatIsNotTaken({ settings, log }: Service): void {
  for (const network of Object.keys(settings.payTo))
    if (network !== settings.network || !network.startsWith('eip155:'))
      log({
        level: 'warn',
        event: 'payments_not_taken',
        network,
        why: 'payments are taken on the configured EVM network only',
      })
}
