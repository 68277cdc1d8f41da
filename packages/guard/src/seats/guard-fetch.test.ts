import { describe, expect, test } from 'vitest'
import { withCall } from '../expectation.js'
import { refusal } from '../testing/refusal.js'
import { answer402, goods, RESOURCE, seller } from '../testing/seller.js'
import { buyer, failing } from '../testing/shop.js'
import { later, stopDate } from '../testing/stopped-date.js'

stopDate()

describe('guardFetch, outcomes', () => {
  test.each([
    ['paid, with a settlement', () => goods(), 'settled 200'],
    ['charged, without goods', () => goods({}, 500), 'settled 500'],
    ['goods without a settlement', () => Response.json({}), 'settled 200'],
    [
      'an error without a settlement',
      () => Response.json({}, { status: 500 }),
      'declined 500',
    ],
    [
      'declined',
      () => goods({ success: false, errorReason: 'insufficient_funds' }, 402),
      'declined 402',
    ],
    [
      'pending',
      () => goods({ success: false, errorReason: 'settlement_pending' }, 402),
      'unclear 402',
    ],
    [
      'timed out at the facilitator',
      () =>
        goods(
          {
            success: false,
            errorReason: 'settle_exact_evm_transaction_confirmation_timed_out',
          },
          402,
        ),
      'unclear 402',
    ],
    ['another challenge', () => answer402(), 'declined 402'],
  ])('%s', async (_, paid, outcome) => {
    const { fetch } = seller({ paid })
    const { pay, ended } = buyer(fetch)
    await pay(RESOURCE)
    expect(ended()).toEqual([outcome])
  })

  test('behavior: no answer at all is unclear, and the error is the caller’s', async () => {
    const { fetch } = seller({ paid: failing })
    const { pay, ended } = buyer(fetch)
    await expect(pay(RESOURCE)).rejects.toThrow('fetch failed')
    expect(ended()).toEqual(['unclear null'])
  })

  test('behavior: everything that is signed counts, whatever the seller says', async () => {
    for (const paid of [
      () => goods(),
      failing,
      () => goods({ success: false }, 402),
    ]) {
      const { fetch } = seller({ paid })
      const { pay, own } = buyer(fetch)
      await pay(RESOURCE).catch(() => undefined)
      expect(await own.spent('https://api.seller.example')).toEqual({
        hour_usd: '0.01',
        day_usd: '0.01',
        host_day_usd: '0.01',
      })
    }
  })
})

describe('guardFetch, a second request', () => {
  test('behavior: refused while the first is unclear', async () => {
    const { fetch } = seller({ paid: failing })
    const { pay } = buyer(fetch)
    await refusal(pay(RESOURCE))
    expect(await refusal(pay(RESOURCE))).toBe('PaymentBlocked unclear_payment')
    expect(await refusal(pay(`${RESOURCE}?other`))).toBe(
      'TypeError: fetch failed',
    )
    const init = { method: 'POST', body: 'other' }
    expect(await refusal(pay(RESOURCE, init))).toBe('TypeError: fetch failed')
  })

  test('behavior: an idempotency key lifts that', async () => {
    const { fetch } = seller({ paid: failing })
    const { pay } = buyer(fetch)
    await refusal(pay(RESOURCE))
    const call = withCall({}, { idempotency_key: 'again' })
    expect(await refusal(pay(RESOURCE, call))).toBe('TypeError: fetch failed')
  })

  test('behavior: two attempts without an answer, then no third', async () => {
    const { fetch, sales } = seller({
      paid: () => goods({ success: false }, 402),
    })
    const { pay } = buyer(fetch)
    await pay(RESOURCE)
    await pay(RESOURCE)
    expect(await refusal(pay(RESOURCE))).toBe('PaymentBlocked retry_storm')
    later(600)
    expect((await pay(RESOURCE)).status).toBe(402)
    expect(sales).toHaveLength(3)
  })

  test('behavior: no answer for 30 s is unclear; before that it is under way', async () => {
    const hang = new Promise<Response>(() => {})
    let first = true
    const { fetch } = seller({
      paid: () => {
        if (!first) return goods()
        first = false
        return hang
      },
    })
    const { pay } = buyer(fetch)
    void pay(RESOURCE)
    while (first) await new Promise((resolve) => setTimeout(resolve, 5))
    later(30)
    expect(await refusal(pay(RESOURCE))).toBe('paid')
    later(1)
    expect(await refusal(pay(RESOURCE))).toBe('PaymentBlocked unclear_payment')
    // validBefore + 10 min after the signing: from then on it is spent.
    later(60 + 600 - 32)
    expect(await refusal(pay(RESOURCE))).toBe('PaymentBlocked unclear_payment')
    later(1)
    expect(await refusal(pay(RESOURCE))).toBe('paid')
  })

  test.each([
    ['used', 'paid', 'settled null'],
    ['unused', 'paid', 'unused null'],
    ['unknown', 'PaymentBlocked unclear_payment', undefined],
  ] as const)('behavior: the chain says %s', async (state, said, outcome) => {
    let lost = true
    const { fetch } = seller({
      paid: () => {
        if (!lost) return goods()
        lost = false
        return failing()
      },
    })
    const looked: unknown[] = []
    const { pay, ended, own } = buyer(fetch, {
      reader: async (authorization) => {
        looked.push(authorization)
        return state
      },
    })
    await refusal(pay(RESOURCE))
    expect(await refusal(pay(RESOURCE))).toBe(said)
    expect(looked[0]).toMatchObject({
      kind: 'eip3009',
      network: 'eip155:8453',
      nonce: expect.stringMatching(/^0x[0-9a-f]{64}$/),
    })
    expect(ended()[1]).toBe(outcome)
    expect(await own.reconcile()).toBe(0)
  })

  test('behavior: a look-up that fails says nothing', async () => {
    const { fetch } = seller({ paid: failing })
    const { pay } = buyer(fetch, { reader: () => Promise.reject(new Error()) })
    await refusal(pay(RESOURCE))
    expect(await refusal(pay(RESOURCE))).toBe('PaymentBlocked unclear_payment')
  })
})
