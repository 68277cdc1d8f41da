import { x402HTTPClient } from '@x402/core/client'
import { wrapFetchWithPayment } from '@x402/fetch'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { GuardEvent } from '../events.js'
import { withCall } from '../expectation.js'
import { createGuard } from '../guard.js'
import { memoryLedger } from '../ledger/memory-ledger.js'
import type { GuardOptions } from '../options.js'
import { stockClient } from '../testing/buyer.js'
import { refusal } from '../testing/refusal.js'
import {
  answer402,
  challenge,
  entry,
  goods,
  RESOURCE,
  seller,
  THIEF,
} from '../testing/seller.js'
import { guard } from './guard-client.js'
import { guardFetch } from './guard-fetch.js'
import { guarded } from './guarded.js'

// The SDK signs by the real clock, so that one is stopped.
beforeEach(() => {
  vi.useFakeTimers({
    toFake: ['Date'],
    now: Date.parse('2026-11-30T12:00:00Z'),
  })
})
afterEach(() => {
  vi.useRealTimers()
})
const later = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000)

function buyer(fetch: typeof globalThis.fetch, options: GuardOptions = {}) {
  const events: GuardEvent[] = []
  const own = createGuard({
    ...options,
    on_event: (event) => events.push(event),
  })
  const pay = wrapFetchWithPayment(...guarded(fetch, stockClient(), own))
  return { pay, own, events, ended: () => endsOf(events) }
}

function endsOf(events: readonly GuardEvent[]): string[] {
  return events.flatMap((event) =>
    event.type === 'ended' ? [`${event.outcome} ${event.status}`] : [],
  )
}

const failing = () => Promise.reject(new TypeError('fetch failed'))

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

describe('guardFetch, redirects', () => {
  const away = (status: number, to: string) => () =>
    new Response(null, { status, headers: { location: to } })

  test.each([
    [307, 'https://thief.example/x'],
    [302, 'https://thief.example/x'],
    [307, 'http://api.seller.example/data'],
    [307, 'http://['],
  ])(
    'behavior: a paid request does not follow %s to %s',
    async (status, to) => {
      const { fetch, seen } = seller({ paid: away(status, to) })
      const { pay, ended } = buyer(fetch)
      expect(await refusal(pay(RESOURCE))).toBe(
        'PaymentBlocked cross_origin_redirect',
      )
      expect(seen.map(({ url }) => url)).toEqual([RESOURCE, RESOURCE])
      expect(seen.map(({ redirect }) => redirect)).toEqual(['follow', 'manual'])
      expect(ended()).toEqual(['unclear null'])
    },
  )

  test('behavior: inside the origin it goes along, with method and body', async () => {
    const bodies: string[] = []
    const { fetch, sales } = seller({
      paid: async (request) => {
        bodies.push(`${request.method} ${await request.text()}`)
        return request.url.endsWith('/moved') ? goods() : away(308, '/moved')()
      },
    })
    const { pay } = buyer(fetch)
    const init = { method: 'POST', body: 'ask' }
    expect((await pay(RESOURCE, init)).status).toBe(200)
    expect(bodies).toEqual(['POST ask', 'POST ask'])
    expect(sales).toHaveLength(2)
  })

  test('behavior: not where it would turn into a GET, nor for ever', async () => {
    const post = seller({ paid: away(302, '/moved') })
    expect(
      await refusal(buyer(post.fetch).pay(RESOURCE, { method: 'POST' })),
    ).toBe('PaymentBlocked cross_origin_redirect')
    const loop = seller({ paid: away(302, '/again') })
    expect(await refusal(buyer(loop.fetch).pay(RESOURCE))).toBe(
      'PaymentBlocked cross_origin_redirect',
    )
    expect(loop.sales).toHaveLength(4)
  })

  test('behavior: a challenge that came from another origin', async () => {
    const moved = (url: string) => () => {
      const response = answer402()
      Object.defineProperties(response, {
        redirected: { value: true },
        url: { value: url },
      })
      return response
    }
    const far = seller({ unpaid: moved('https://thief.example/data') })
    expect(await refusal(buyer(far.fetch).pay(RESOURCE))).toBe(
      'PaymentBlocked cross_origin_redirect',
    )
    const near = seller({ unpaid: moved(`${RESOURCE}/`) })
    expect(await refusal(buyer(near.fetch).pay(RESOURCE))).toBe('paid')
  })
})

describe('guardFetch, payments that nobody approved', () => {
  const send = async (
    options: GuardOptions,
    headers: Record<string, string>,
  ) => {
    const { fetch, seen } = seller()
    const said = await refusal(
      guardFetch(fetch, options)(RESOURCE, { headers }),
    )
    return [said, seen.length]
  }

  test.each([
    [
      'signed elsewhere',
      btoa('{"x402Version":2,"payload":{"signature":"0x1"}}'),
    ],
    ['no JSON', btoa('hello')],
    ['no base64', '%%%'],
  ])('behavior: %s', async (_, payment) => {
    const refused = ['PaymentBlocked not_approved', 0]
    expect(await send({}, { 'PAYMENT-SIGNATURE': payment })).toEqual(refused)
    expect(await send({}, { 'x-payment': payment })).toEqual(refused)
  })

  test('behavior: a payment of one request does not go with another, nor twice', async () => {
    const { fetch, sales } = seller()
    const own = createGuard()
    const through = guardFetch(fetch, own)
    const http = new x402HTTPClient(guard(stockClient(), own))
    const asked = await through(RESOURCE)
    const headers = http.encodePaymentSignatureHeader(
      await http.createPaymentPayload(
        http.getPaymentRequiredResponse((name) => asked.headers.get(name)),
      ),
    )
    expect(await refusal(through(`${RESOURCE}/other`, { headers }))).toBe(
      'PaymentBlocked other_request',
    )
    expect(
      await refusal(through(RESOURCE, { headers, method: 'POST', body: 'x' })),
    ).toBe('PaymentBlocked other_request')
    expect(await refusal(guardFetch(fetch)(RESOURCE, { headers }))).toBe(
      'PaymentBlocked not_approved',
    )
    expect(sales).toEqual([])
    expect((await through(RESOURCE, { headers })).status).toBe(200)
    expect(await refusal(through(RESOURCE, { headers }))).toBe(
      'PaymentBlocked not_approved',
    )
    expect(sales).toHaveLength(1)
  })
})

describe('guardFetch, caps', () => {
  test('behavior: rolling hour and day', async () => {
    const { fetch } = seller()
    const policy = { hourly_cap_usd: '0.02', daily_cap_usd: '0.03' }
    const { pay } = buyer(fetch, { policy })
    const next = () => refusal(pay(RESOURCE))
    expect([await next(), await next(), await next()]).toEqual([
      'paid',
      'paid',
      'PaymentBlocked hourly_cap',
    ])
    later(3600)
    expect(await next()).toBe('PaymentBlocked hourly_cap')
    later(0.001)
    expect([await next(), await next()]).toEqual([
      'paid',
      'PaymentBlocked daily_cap',
    ])
    later(86_400)
    expect(await next()).toBe('paid')
  })

  test('behavior: one wallet behind many hosts has one budget', async () => {
    const { fetch } = seller()
    const policy = { per_host_daily_cap_usd: '0.02' }
    const { pay } = buyer(fetch, { policy })
    const said = []
    for (const host of ['a', 'b', 'c'])
      said.push(await refusal(pay(`https://${host}.seller.example/`)))
    expect(said).toEqual(['paid', 'paid', 'PaymentBlocked host_cap'])
  })

  test('behavior: two guards over one ledger share it', async () => {
    const { fetch } = seller()
    const options = {
      ledger: memoryLedger(),
      policy: { daily_cap_usd: '0.01' },
    }
    expect(await refusal(buyer(fetch, options).pay(RESOURCE))).toBe('paid')
    expect(await refusal(buyer(fetch, options).pay(RESOURCE))).toBe(
      'PaymentBlocked daily_cap',
    )
  })

  test('behavior: an approval that is not used is given back after 60 s', async () => {
    const { fetch } = seller()
    const options = { policy: { daily_cap_usd: '0.01' } }
    const { own, events } = buyer(fetch, options)
    const judged = guardFetch(fetch, own)
    await judged(RESOURCE)
    expect(await refusal(judged(RESOURCE))).toBe('PaymentBlocked daily_cap')
    later(60)
    expect(await refusal(judged(RESOURCE))).toBe('paid')
    expect(events.map(({ type }) => type)).toEqual([
      'judged',
      'approved',
      'judged',
      'released',
      'judged',
      'approved',
    ])
  })

  test('behavior: a ledger that cannot be used stops every payment', async () => {
    const { fetch, sales } = seller()
    const ledger = { transact: () => Promise.reject(new Error('disk full')) }
    expect(await refusal(buyer(fetch, { ledger }).pay(RESOURCE))).toBe(
      'PaymentBlocked ledger_unavailable',
    )
    expect(sales).toEqual([])
  })
})

describe('guardFetch, own history', () => {
  test('behavior: a new price and a new wallet are held until somebody agrees', async () => {
    let terms = challenge()
    const { fetch } = seller({ unpaid: () => answer402(terms) })
    let yes = false
    const { pay } = buyer(fetch, { on_hold: () => yes })
    await pay(RESOURCE)
    terms = challenge([entry({ amount: '20000' })])
    expect(await refusal(pay(RESOURCE))).toBe(
      'PaymentBlocked refused_by_person',
    )
    expect(await refusal(pay(RESOURCE))).toBe(
      'PaymentBlocked refused_by_person',
    )
    yes = true
    expect(await refusal(pay(RESOURCE))).toBe('paid')
    yes = false
    expect(await refusal(pay(RESOURCE))).toBe('paid')
    terms = challenge([entry({ amount: '20000', payTo: THIEF })])
    expect(await refusal(pay(RESOURCE))).toBe(
      'PaymentBlocked refused_by_person',
    )
    expect(await refusal(pay(`${RESOURCE}/2`))).toBe('paid')
  })
})
