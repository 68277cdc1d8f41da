import type { LedgerEvent } from '@assay402/guard'
import { beforeEach, describe, expect, test } from 'vitest'
import { openStore } from '../store/open-store.js'
import type { Store } from '../store/store.js'
import type { DeliveryData } from './delivery-data.js'
import { recordDelivery } from './record.js'
import { resumeSpotChecks } from './resume.js'
import { BUDGET, monthOf, purchaseKey } from './settings.js'
import { PROBE_ACCOUNT, probeEvents } from './store-ledger.js'

const DAY = 86_400_000
const NOON = Date.UTC(2026, 10, 20, 12)
const RESOURCE = 'GET https://api.example/today'
const PAY_TO = `0x${'a1'.repeat(20)}`
const PAYER = `0x${'b1'.repeat(20)}`

let store: Store
beforeEach(async () => {
  store = await openStore(':memory:')
  return () => store.close()
})

const randomBytes = (count: number) =>
  crypto.getRandomValues(new Uint8Array(count))
const resume = (now: number, state: 'used' | 'unused' = 'used') =>
  resumeSpotChecks({
    ...{ store, randomBytes },
    now: () => now,
    reader: async () => state,
  })
const spent = () => store.budgetSpent(BUDGET, monthOf(NOON))
const deliveries = () =>
  store.evidenceOf({ subject: RESOURCE, kind: 'delivery', limit: 50 })

/** What a purchase leaves that is killed before its record. */
async function begun(id: string, at: number, until: 'reserved' | 'signed') {
  await store.reserveBudget({
    budget: BUDGET,
    month: monthOf(at),
    key: purchaseKey(RESOURCE, at),
    amount_atomic: '100000',
    limit_atomic: '2000000',
  })
  const { position } = await probeEvents(store)
  const reserved: LedgerEvent = {
    ...{ e: 'reserved', id, at, request: id, host: 'api.example' },
    ...{ wallet: PAYER, open_until: at + 60_000 },
    terms: {
      resource: RESOURCE,
      network: 'eip155:8453',
      asset: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
      amount: '100000',
      pay_to: PAY_TO,
    },
  } as LedgerEvent
  const signed = {
    ...{ e: 'signed', id, at },
    authorization: { payer: PAYER, nonce: `0x${id.padStart(64, '0')}` },
  } as unknown as LedgerEvent
  const events = until === 'signed' ? [reserved, signed] : [reserved]
  await store.appendSpendEvents(PROBE_ACCOUNT, position, events)
}

const delivered = (at: number) =>
  recordDelivery(
    RESOURCE,
    purchaseKey(RESOURCE, at),
    { layer: 'L3', answer: { outcome: 'response' } } as DeliveryData,
    { store, randomBytes, now: () => at },
  )

describe('resumeSpotChecks', () => {
  test('default: what was never signed is given back', async () => {
    await begun('1', NOON, 'reserved')
    expect(await resume(NOON + 119_999)).toBe(0)
    expect(await resume(NOON + 120_000)).toBe(1)
    expect(await spent()).toBe('0')
  })

  test('behavior: gives back once, not the money of a later try', async () => {
    await begun('1', NOON, 'reserved')
    expect(await resume(NOON + 200_000)).toBe(1)
    await begun('2', NOON + 300_000, 'signed')
    expect(await resume(NOON + 600_000)).toBe(1)
    expect(await spent()).toBe('100000')
  })

  test('behavior: a later purchase does not stand for a lost one', async () => {
    await begun('1', NOON, 'signed')
    await begun('2', NOON + DAY, 'signed')
    await delivered(NOON + DAY)
    expect(await resume(NOON + 2 * DAY)).toBe(1)
    expect(await deliveries()).toHaveLength(2)
    expect(await resume(NOON + 3 * DAY)).toBe(0)
  })

  test('behavior: two lost ones are recorded both', async () => {
    await begun('1', NOON, 'signed')
    await begun('2', NOON + DAY, 'signed')
    expect(await resume(NOON + 2 * DAY, 'unused')).toBe(2)
    expect(await deliveries()).toHaveLength(2)
    expect(await spent()).toBe('0')
    expect(await resume(NOON + 3 * DAY, 'unused')).toBe(0)
  })
})
