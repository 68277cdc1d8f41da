import { describe, expect, test } from 'vitest'
import type { Charge } from '../../settlements/evm/charge.js'
import { countingService } from '../quota/testing/callers.js'
import { createCashier } from './facilitator.js'
import type { PaymentTools } from './payment-end.js'
import { ABANDONED_MS, endOf, recoverPayments } from './payments.js'
import { recordSettlements } from './settlement-record.js'
import { PAY_TO, storedPayment, takingFacilitator } from './testing/payments.js'

const CHARGED: Charge = {
  status: 'charged',
  tx: '0x2',
  block: 1,
  pay_to: PAY_TO.toUpperCase().replace('0X', '0x'),
  amount: 10_000n,
}
const UNUSED: Charge = { status: 'unused', as_of_block: 1 }

async function open(charge?: Charge | 'nobody' | 'silent') {
  const service = await countingService()
  let settled = 0
  const settle = takingFacilitator().settle
  const facilitator = takingFacilitator({
    settle: (...args) => {
      settled++
      return settle(...args)
    },
  })
  const tools: PaymentTools = {
    service,
    cashier: createCashier(service, facilitator),
    readCharge:
      charge === 'nobody'
        ? null
        : async () => (charge === 'silent' ? undefined : charge),
    again: new Set(),
  }
  recordSettlements(tools)
  await service.store.beginPayment(storedPayment())
  return { service, tools, settles: () => settled }
}

describe('endOf', () => {
  test.each<[string, Charge, string, object]>([
    ['charged', CHARGED, 'settled', { success: true, transaction: '0x2' }],
    ['used somehow', { status: 'used' }, 'settled', { transaction: '' }],
    [
      'cancelled',
      { status: 'cancelled', tx: '0x3', block: 1 },
      'failed',
      { errorReason: 'authorization_cancelled' },
    ],
    [
      'paid to somebody else',
      { ...CHARGED, pay_to: `0x${'cc'.repeat(20)}` },
      'failed',
      { success: false },
    ],
    ['paid too little', { ...CHARGED, amount: 9_999n }, 'failed', {}],
  ])('default: by the chain, %s', async (_, charge, state, settlement) => {
    const { tools, settles } = await open(charge)
    const ended = await endOf(tools, storedPayment())
    expect(ended.state).toBe(state)
    expect(JSON.parse(ended.settlement ?? '')).toMatchObject(settlement)
    expect(settles()).toBe(0)
  })

  test('behavior: waits for whoever is settling it', async () => {
    const { tools, service, settles } = await open(UNUSED)
    const sleep = service.sleep
    let slept = 0
    const waiting = endOf(
      {
        ...tools,
        service: {
          ...service,
          sleep: async (ms) => {
            await sleep(ms)
            if (++slept === 3)
              await service.store.finishPayment(storedPayment().id, {
                state: 'settled',
                settlement: '{"success":true}',
              })
          },
        },
      },
      storedPayment(),
    )
    expect((await waiting).state).toBe('settled')
    expect([slept, settles()]).toEqual([3, 0])
  })

  test.each(['nobody', 'silent'] as const)(
    'behavior: %s to ask, it is settled again after 30 s',
    async (who) => {
      const { tools, service, settles } = await open(who)
      await service.pass(ABANDONED_MS - 10_001)
      expect((await endOf(tools, storedPayment())).state).toBe('settling')
      expect(settles()).toBe(0)
      await service.pass(1)
      expect((await endOf(tools, storedPayment())).state).toBe('settled')
      expect(settles()).toBe(1)
    },
  )
})

describe('recoverPayments', () => {
  test('default: ends what the chain tells of, and charges nobody', async () => {
    const { tools, service, settles } = await open(CHARGED)
    expect(await recoverPayments(tools)).toBe(0)
    await service.pass(ABANDONED_MS)
    expect(await recoverPayments(tools)).toBe(1)
    expect((await service.store.payment(storedPayment().id))?.state).toBe(
      'settled',
    )
    expect(settles()).toBe(0)
  })

  test('behavior: unused is failed when it has run out, not before', async () => {
    const { tools, service } = await open(UNUSED)
    await service.pass(120_000)
    expect(await recoverPayments(tools)).toBe(0)
    await service.pass(1)
    expect(await recoverPayments(tools)).toBe(1)
    expect((await service.store.payment(storedPayment().id))?.state).toBe(
      'failed',
    )
  })

  test('behavior: what nobody can tell of is given up after 24 h', async () => {
    const { tools, service } = await open('nobody')
    await service.pass(24 * 3_600_000)
    expect(await recoverPayments(tools)).toBe(0)
    await service.pass(1)
    expect(await recoverPayments(tools)).toBe(1)
  })
})
