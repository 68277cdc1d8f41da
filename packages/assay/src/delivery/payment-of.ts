import type { LedgerEvent } from '@assay402/guard'
import type { SpendingStore } from '../store/store.js'
import type { DeliveryPayment } from './delivery-data.js'
import type { Purchase } from './offer.js'
import { probeEvents } from './store-ledger.js'

/** One purchase as our ledger has it. */
export type LedgerPurchase = {
  readonly reserved: Extract<LedgerEvent, { e: 'reserved' }>
  readonly signed: Extract<LedgerEvent, { e: 'signed' }> | undefined
  readonly ended: Extract<LedgerEvent, { e: 'ended' }> | undefined
}

/** Purchases of the ledger, oldest first. */
export function purchasesIn(events: readonly LedgerEvent[]): LedgerPurchase[] {
  const found = new Map<string, LedgerPurchase>()
  for (const event of events) {
    if (event.e === 'reserved')
      found.set(event.id, {
        reserved: event,
        signed: undefined,
        ended: undefined,
      })
    if (event.e !== 'signed' && event.e !== 'ended') continue
    const purchase = found.get(event.id)
    if (purchase !== undefined)
      found.set(event.id, { ...purchase, [event.e]: event })
  }
  return [...found.values()]
}

/** What became of the newest signed purchase of a resource since a moment. */
export async function paymentOf(
  store: Pick<SpendingStore, 'spendEvents'>,
  resource: string,
  purchase: Purchase,
  since: number,
): Promise<DeliveryPayment> {
  const { events } = await probeEvents(store)
  const entry = purchasesIn(events).findLast(
    ({ reserved, signed }) =>
      signed !== undefined &&
      reserved.terms.resource === resource &&
      reserved.at >= since,
  )
  return {
    network: purchase.network,
    asset: purchase.asset,
    amount_atomic: String(purchase.amount),
    pay_to: purchase.pay_to,
    payer: entry?.signed?.authorization?.payer ?? null,
    outcome: outcomeOf(entry?.ended),
    transaction: entry?.ended?.transaction ?? null,
    self: true,
  }
}

/**
 * When the newest purchase was reserved: a clock that was set back begins no
 * month anew. Minus infinity: never.
 */
export async function lastPurchaseAt(
  store: Pick<SpendingStore, 'spendEvents'>,
): Promise<number> {
  const { events } = await probeEvents(store)
  const times = purchasesIn(events).map(({ reserved }) => reserved.at)
  return times.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY)
}

function outcomeOf(ended: LedgerPurchase['ended']): DeliveryPayment['outcome'] {
  const outcome = ended?.outcome
  return outcome === undefined || outcome === 'released' ? 'unclear' : outcome
}
