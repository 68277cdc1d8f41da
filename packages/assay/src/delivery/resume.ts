import { isObject, own } from '@assay402/core'
import type { AuthorizationReader, LedgerEvent } from '@assay402/guard'
import type { Store } from '../store/store.js'
import type { DeliveryData, DeliveryPayment } from './delivery-data.js'
import { type LedgerPurchase, purchasesIn } from './payment-of.js'
import { type RecordTools, recordDelivery } from './record.js'
import { BUDGET, purchaseKey } from './settings.js'
import { PROBE_ACCOUNT, probeEvents } from './store-ledger.js'

export type ResumeTools = RecordTools & {
  readonly store: Pick<
    Store,
    | 'appendEvidence'
    | 'evidenceOf'
    | 'spendEvents'
    | 'appendSpendEvents'
    | 'releaseBudget'
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
  const { events, position } = await probeEvents(tools.store)
  const purchases = purchasesIn(events)
  const released: LedgerEvent[] = []
  let mended = 0
  for (const [place, purchase] of purchases.entries()) {
    if (purchase.signed !== undefined) {
      const next = nextOf(purchase, purchases.slice(place + 1))
      if (await recorded(tools, purchase, next)) mended += 1
    } else if (await givenBack(tools, purchase)) {
      const { id } = purchase.reserved
      const at = tools.now()
      released.push({ e: 'ended', id, at, outcome: 'released' })
    }
  }
  // Once: by the next time the same day's money may be out for another try.
  if (released.length > 0)
    await tools.store.appendSpendEvents(PROBE_ACCOUNT, position, released)
  return mended + released.length
}

async function givenBack(
  { store, now }: ResumeTools,
  { reserved, ended }: LedgerPurchase,
): Promise<boolean> {
  if (ended !== undefined || now() - reserved.at < UNSIGNED_MS) return false
  await store.releaseBudget(BUDGET, keyOf(reserved))
  return true
}

/** True when a record was missing and can be made. */
async function recorded(
  tools: ResumeTools,
  purchase: LedgerPurchase,
  next: number | undefined,
): Promise<boolean> {
  if (await isRecorded(tools.store, purchase, next)) return false
  const payment = await lookedUp(purchase, tools.reader)
  if (payment === undefined) return false
  const { resource } = purchase.reserved.terms
  const key = keyOf(purchase.reserved)
  const isNew = await recordDelivery(
    resource,
    key,
    lost(resource, payment),
    tools,
  )
  if (isNew && payment.outcome === 'unused')
    await tools.store.releaseBudget(BUDGET, key)
  return isNew
}

function keyOf({ terms, at }: LedgerPurchase['reserved']): string {
  return purchaseKey(terms.resource, at)
}

/** When the next purchase of the same resource was reserved. */
function nextOf(
  { reserved }: LedgerPurchase,
  later: readonly LedgerPurchase[],
): number | undefined {
  const { resource } = reserved.terms
  return later.find((one) => one.reserved.terms.resource === resource)?.reserved
    .at
}

/**
 * True for a purchase whose own answer was recorded before the next one began.
 * What was recorded here may be of any day: its key keeps it from coming twice.
 */
async function isRecorded(
  store: ResumeTools['store'],
  { reserved }: LedgerPurchase,
  next: number | undefined,
): Promise<boolean> {
  const records = await store.evidenceOf({
    subject: reserved.terms.resource,
    kind: 'delivery',
    until: next === undefined ? undefined : next - 1,
    limit: SEARCHED,
  })
  return records.some(
    (record) =>
      record.status === 'collected' &&
      isObject(record.data) &&
      own(record.data, 'layer') === 'L3' &&
      !isLost(own(record.data, 'answer')) &&
      Date.parse(record.collected_at) >= reserved.at,
  )
}

function isLost(answer: unknown): boolean {
  return isObject(answer) && own(answer, 'outcome') === 'lost'
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
