import { isObject, own } from '@assay402/core'
import type { AuthorizationReader } from '@assay402/guard'
import type { Store } from '../store/store.js'
import type { DeliveryData, DeliveryPayment } from './delivery-data.js'
import { type LedgerPurchase, purchasesIn } from './payment-of.js'
import { type RecordTools, recordDelivery } from './record.js'
import { BUDGET, purchaseKey } from './settings.js'
import { probeEvents } from './store-ledger.js'

export type ResumeTools = RecordTools & {
  readonly store: Pick<
    Store,
    'appendEvidence' | 'evidenceOf' | 'spendEvents' | 'releaseBudget'
  >
  /** Looks up on chain whether an authorisation was cashed. */
  readonly reader: AuthorizationReader
}

/** An approval that was never signed is over by then. */
const UNSIGNED_MS = 120_000

/**
 * Records the purchases that a killed process left between payment and record,
 * each by what the chain says of it; one that may still be cashed is left for
 * the next time. Returns how many were recorded or given back.
 */
export async function resumeSpotChecks(tools: ResumeTools): Promise<number> {
  const { store, now } = tools
  const { events } = await probeEvents(store)
  let mended = 0
  for (const purchase of purchasesIn(events)) {
    const { reserved, signed } = purchase
    if (await isRecorded(store, purchase)) continue
    const key = purchaseKey(reserved.terms.resource, reserved.at)
    if (signed === undefined) {
      if (now() - reserved.at < UNSIGNED_MS) continue
      await store.releaseBudget(BUDGET, key)
      mended += 1
      continue
    }
    const payment = await lookedUp(purchase, tools.reader)
    if (payment === undefined) continue
    if (payment.outcome === 'unused') await store.releaseBudget(BUDGET, key)
    const { resource } = reserved.terms
    if (await recordDelivery(resource, key, lost(resource, payment), tools))
      mended += 1
  }
  return mended
}

async function isRecorded(
  store: ResumeTools['store'],
  { reserved }: LedgerPurchase,
): Promise<boolean> {
  const records = await store.evidenceOf({
    subject: reserved.terms.resource,
    kind: 'delivery',
    limit: SEARCHED,
  })
  const day = reserved.at - (reserved.at % 86_400_000)
  return records.some(
    (record) =>
      record.status === 'collected' &&
      isObject(record.data) &&
      own(record.data, 'layer') === 'L3' &&
      Date.parse(record.collected_at) >= day,
  )
}

const SEARCHED = 60

async function lookedUp(
  { reserved, signed, ended }: LedgerPurchase,
  reader: AuthorizationReader,
): Promise<DeliveryPayment | undefined> {
  const authorization = signed?.authorization ?? null
  const state =
    authorization === null
      ? 'unknown'
      : await reader(authorization).catch(() => 'unknown' as const)
  const told = ended?.outcome
  const outcome =
    state === 'used' || told === 'settled'
      ? 'settled'
      : state === 'unused'
        ? 'unused'
        : undefined
  if (outcome === undefined) return undefined
  const { network, asset, amount, pay_to } = reserved.terms
  return {
    network,
    asset,
    amount_atomic: amount,
    pay_to,
    payer: authorization?.payer ?? null,
    outcome,
    transaction: ended?.transaction ?? null,
    self: true,
  }
}

function lost(resource: string, payment: DeliveryPayment): DeliveryData {
  const space = resource.indexOf(' ')
  return {
    layer: 'L3',
    url: resource.slice(space + 1),
    method: resource.slice(0, space),
    request_body_sha256: null,
    answer: { outcome: 'lost' },
    format: { schema: null, result: 'unverified', detail: 'no answer' },
    payment,
  }
}
