import { describe, expect, test } from 'vitest'
import { openStore } from '../../open-store.js'
import type { Pack, Payment } from '../../store.js'
import { T0 } from '../samples.js'
import { type OpenSubject, subjectOf } from '../subject.js'

export function describePayments(open: OpenSubject): void {
  describe('payments', () => {
    const subject = subjectOf(open)

    test('default: begun once, ended once', async () => {
      const { store } = subject()
      const payment = paymentOf(1, { answer: '{"x":"é\ud83d\ude00\\u0000"}' })
      expect(await store.beginPayment(payment)).toBeUndefined()
      expect(await store.beginPayment({ ...payment, answer: 'other' })).toEqual(
        payment,
      )
      expect(await store.unsettledPayments(9)).toEqual([payment])
      const end = { state: 'settled', settlement: '{"ok":true}' } as const
      expect(await store.finishPayment(payment.id, end)).toBe(true)
      expect(
        await store.finishPayment(payment.id, { ...end, state: 'failed' }),
      ).toBe(false)
      expect(await store.finishPayment('none', end)).toBe(false)
      expect(await store.payment(payment.id)).toEqual({ ...payment, ...end })
      expect(await store.unsettledPayments(9)).toEqual([])
    })

    test('behavior: the end may replace the answer', async () => {
      const { store } = subject()
      const payment = paymentOf(2, { payer: null, nonce: null })
      await store.beginPayment(payment)
      const end = {
        state: 'failed',
        settlement: '{}',
        answer: 'x'.repeat(70_000),
      } as const
      expect(await store.finishPayment(payment.id, end)).toBe(true)
      expect(await store.payment(payment.id)).toEqual({ ...payment, ...end })
    })

    test('behavior: of many at once exactly one begins and one ends', async () => {
      const { store, where } = subject()
      const second = await openStore(where)
      try {
        const payment = paymentOf(3)
        const at = (i: number) => (i % 2 === 0 ? store : second)
        const begun = await Promise.all(
          Array.from({ length: 40 }, (_, i) =>
            at(i).beginPayment({ ...payment, answer: `answer ${i}` }),
          ),
        )
        expect(begun.filter((one) => one === undefined)).toHaveLength(1)
        const end = { state: 'settled', settlement: '{}' } as const
        const ended = await Promise.all(
          Array.from({ length: 20 }, (_, i) =>
            at(i).finishPayment(payment.id, end),
          ),
        )
        expect(ended.filter(Boolean)).toHaveLength(1)
      } finally {
        await second.close()
      }
    })

    test('behavior: the unsettled are told oldest first, and never pruned', async () => {
      const { store } = subject()
      await store.beginPayment(paymentOf(9))
      await store.beginPayment(paymentOf(8))
      const unsettled = await store.unsettledPayments(9)
      expect(unsettled.map(({ id }) => id)).toEqual(['payment 8', 'payment 9'])
      expect(await store.unsettledPayments(1)).toHaveLength(1)
      expect(await store.prunePayments(T0 + 2)).toBe(1)
      expect(await store.payment('payment 1')).toBeUndefined()
      expect(await store.prunePayments(T0 + 99)).toBe(2)
      expect(await store.unsettledPayments(9)).toHaveLength(2)
    })
  })

  describe('packs', () => {
    const subject = subjectOf(open)

    test('default: used up one by one, never below none', async () => {
      const { store } = subject()
      const pack = packOf(1, { left: 2 })
      expect(await store.savePack(pack)).toBe(true)
      expect(await store.usePack('token 1', T0)).toEqual({ ...pack, left: 1 })
      expect(await store.usePack('token 1', T0)).toEqual({ ...pack, left: 0 })
      expect(await store.usePack('token 1', T0)).toBeUndefined()
      await store.returnPack('token 1')
      expect(await store.usePack('token 1', T0)).toEqual({ ...pack, left: 0 })
      await store.returnPack('none')
    })

    test('behavior: once a payment; not after its time; no more than was bought', async () => {
      const { store } = subject()
      const pack = packOf(2)
      expect(await store.savePack(pack)).toBe(true)
      expect(await store.savePack({ ...pack, token_sha256: 'two' })).toBe(false)
      expect(await store.savePack({ ...pack, payment_id: 'two' })).toBe(false)
      expect(await store.usePack('token 2', pack.expires_at)).toBeUndefined()
      await store.returnPack('token 2')
      expect(await store.usePack('token 2', pack.expires_at - 1)).toEqual({
        ...pack,
        left: pack.left - 1,
      })
    })

    test('behavior: many at once use what there is', async () => {
      const { store, where } = subject()
      const second = await openStore(where)
      try {
        await store.savePack(packOf(3))
        const used = await Promise.all(
          Array.from({ length: 40 }, (_, i) =>
            (i % 2 === 0 ? store : second).usePack('token 3', T0),
          ),
        )
        expect(used.filter((one) => one !== undefined)).toHaveLength(10)
      } finally {
        await second.close()
      }
    })
  })
}

function paymentOf(number: number, more: Partial<Payment> = {}): Payment {
  return {
    id: `payment ${number}`,
    at: T0 + number,
    route: 'GET /x \0',
    request_sha256: 'ab',
    payer: '0xabc',
    network: 'eip155:8453',
    nonce: '0x01',
    amount_atomic: '10000',
    state: 'settling',
    answer: '{}',
    settlement: null,
    ...more,
  }
}

function packOf(number: number, more: Partial<Pack> = {}): Pack {
  return {
    token_sha256: `token ${number}`,
    created_at: T0,
    expires_at: T0 + 1_000,
    left: 10,
    payment_id: `payment ${number}`,
    ...more,
  }
}
