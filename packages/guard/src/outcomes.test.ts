import { x402HTTPClient } from '@x402/core/client'
import { wrapFetchWithPayment } from '@x402/fetch'
import { describe, expect, test } from 'vitest'
import type { GuardOptions } from './options.js'
import { guard } from './seats/guard-client.js'
import { guarded } from './seats/guarded.js'
import { stockClient } from './testing/buyer.js'
import { stoppedClock } from './testing/clock.js'
import { refusal } from './testing/refusal.js'
import { about, answer402, goods, RESOURCE, seller } from './testing/seller.js'

type Paid = (request: Request) => Response

/** How ten calls in a row end, and how often the seller was paid. */
async function insist(paid: Paid, options: GuardOptions = {}) {
  const { fetch, sales } = seller({ paid })
  const pay = wrapFetchWithPayment(...guarded(fetch, stockClient(), options))
  let last = ''
  for (let i = 0; i < 10; i++) last = await refusal(pay(RESOURCE))
  return { last, paid: sales.length }
}

function settledAnd(status: number): Paid {
  return (request) => {
    if (status !== 402) return goods({}, status)
    const said = goods().headers.get('payment-response') as string
    return answer402(about(request.url), { 'payment-response': said })
  }
}

describe('endPayment', () => {
  test.each([402, 400, 404, 500, 503])(
    'behavior: a charge that is answered with %i is an attempt without an answer',
    async (status) => {
      expect(await insist(settledAnd(status))).toEqual({
        last: 'PaymentBlocked retry_storm',
        paid: 2,
      })
    },
  )

  test('behavior: and is one for ten minutes', async () => {
    const clock = stoppedClock(Date.now())
    const { fetch, sales } = seller({ paid: settledAnd(500) })
    const pay = wrapFetchWithPayment(
      ...guarded(fetch, stockClient(), { now: clock.now, attempts: 1 }),
    )
    await pay(RESOURCE)
    clock.move(599)
    expect(await refusal(pay(RESOURCE))).toBe('PaymentBlocked retry_storm')
    clock.move(1)
    expect(await refusal(pay(RESOURCE))).toBe('paid')
    expect(sales.length).toBe(2)
  })

  test.each([200, 204, 304])(
    'behavior: a charge that is answered with %i is none',
    async (status) => {
      const paid: Paid = () => {
        const { headers } = goods()
        return new Response(null, { status, headers })
      }
      expect(await insist(paid)).toEqual({ last: 'paid', paid: 10 })
    },
  )
})

describe('endPayment, without a guarded fetch', () => {
  const lie = goods({ success: false, errorReason: 'nonce' }, 402)
  test.each<[string, Paid]>([
    ['another challenge', (request) => answer402(about(request.url))],
    ['a refusal', () => lie.clone()],
  ])('behavior: %s is an attempt without an answer', async (_, paid) => {
    const { fetch, sales } = seller({ paid })
    const http = guard(new x402HTTPClient(stockClient()))
    const pay = wrapFetchWithPayment(fetch, http)
    let last = ''
    for (let i = 0; i < 10; i++) last = await refusal(pay(RESOURCE))
    expect([last, sales.length]).toEqual(['PaymentBlocked retry_storm', 2])
  })
})

describe('settleUnclear', () => {
  test('behavior: an answer that is withheld again and again is not paid for again and again', async () => {
    const lost: Paid = () => {
      throw new TypeError('fetch failed')
    }
    expect(await insist(lost, { reader: async () => 'used' })).toEqual({
      last: 'PaymentBlocked retry_storm',
      paid: 2,
    })
  })
})
