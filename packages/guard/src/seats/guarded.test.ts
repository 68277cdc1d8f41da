import { wrapFetchWithPayment } from '@x402/fetch'
import { describe, expect, test } from 'vitest'
import { PaymentBlocked } from '../errors.js'
import { withCall } from '../expectation.js'
import type { GuardOrOptions } from '../guard.js'
import { stockClient } from '../testing/buyer.js'
import { refusal } from '../testing/refusal.js'
import {
  answer402,
  challenge,
  entry,
  goods,
  PAY_TO,
  RESOURCE,
  seller,
  THIEF,
} from '../testing/seller.js'
import { guarded } from './guarded.js'

function buyer(fetch: typeof globalThis.fetch, given?: GuardOrOptions) {
  return wrapFetchWithPayment(...guarded(fetch, stockClient(), given))
}

describe('guarded', () => {
  test('default: an honest seller is paid', async () => {
    const { fetch, sales } = seller()
    const response = await buyer(fetch)(RESOURCE)
    expect(await response.json()).toEqual({ data: 'paid for' })
    expect(sales.map(({ payment }) => payment.payload)).toEqual([
      {
        signature: expect.any(String),
        authorization: expect.objectContaining({ to: PAY_TO, value: '10000' }),
      },
    ])
  })

  test('behavior: the seller gets its own entry back, and nothing of the guard', async () => {
    const { fetch, sales, seen } = seller()
    const call = { expect: { max_price_usd: '0.02' } }
    await buyer(fetch)(RESOURCE, withCall({}, call))
    const { payload: _, ...around } = sales[0]?.payment ?? {}
    expect(around).toEqual({
      x402Version: 2,
      resource: challenge().resource,
      accepted: entry(),
    })
    expect(seen.map(({ headers }) => headers.has('assay-call'))).toEqual([
      false,
      false,
    ])
  })

  test.each([
    [
      'a cap',
      { policy: { max_per_payment_usd: '0.001' } },
      'PaymentBlocked over_payment_cap',
    ],
    [
      'a hold',
      { policy: { hold_above_usd: '0.001' } },
      'PaymentHeld over_hold_limit',
    ],
    [
      'a network',
      { policy: { allowed_networks: ['polygon'] } },
      'PaymentBlocked terms_skip',
    ],
    [
      'a maximum of the task',
      { expect: { max_price_usd: '0.009' } },
      'PaymentBlocked over_payment_cap',
    ],
    [
      'a wallet of the task',
      { expect: { pay_to: THIEF } },
      'PaymentBlocked terms_skip',
    ],
    [
      'a host of the task',
      { expect: { host: 'other.example' } },
      'PaymentBlocked host_mismatch',
    ],
    [
      'a listing',
      { expect: { listing: { price_usd: '0.005' } } },
      'PaymentBlocked terms_skip',
    ],
    [
      'a sanctioned wallet',
      {
        lists: () => ({
          sanctions: { status: 'fresh' as const, matches: [{}] },
        }),
      },
      'PaymentBlocked sanctioned',
    ],
    [
      'a listed name',
      { lists: () => ({ screening: [{ feed: 'x', entry: 'y' }] }) },
      'PaymentBlocked listed_by_feed',
    ],
  ])('behavior: stopped by %s, nothing is signed', async (_, options, said) => {
    const { fetch, sales, seen } = seller()
    expect(await refusal(buyer(fetch, options)(RESOURCE))).toBe(said)
    expect([sales, seen.length]).toEqual([[], 1])
  })

  test('behavior: an error carries the report and the bytes', async () => {
    const { fetch } = seller()
    const options = { policy: { max_per_payment_usd: '0.001' } }
    const error = await buyer(
      fetch,
      options,
    )(RESOURCE).catch((caught) => caught)
    expect(error).toBeInstanceOf(PaymentBlocked)
    expect(error.message).toBe(
      'Payment blocked (GET https://api.seller.example/data): The price is 0.01 USD, above the limit of 0.001 USD a payment. [over_payment_cap] Would allow: at or below 0.001 USD.',
    )
    expect(error.report).toMatchObject({
      report: 'assay/1',
      decision: 'block',
      subject: { resource: `GET ${RESOURCE}` },
      terms: { pay_to: PAY_TO, amount: { atomic: '10000', usd: '0.01' } },
      software: { name: '@assay402/guard' },
    })
    expect(error.challenge).toMatchObject({
      status: 402,
      headers: { 'payment-required': expect.any(String) },
      body: '{}',
    })
  })

  test('behavior: the host of a suspicious name is held', async () => {
    const { fetch } = seller()
    expect(await refusal(buyer(fetch)('https://openai-login.example/x'))).toBe(
      'PaymentHeld destination_suspicious',
    )
    expect(await refusal(buyer(fetch)('https://0penai.com/x'))).toBe(
      'PaymentBlocked destination_block',
    )
  })

  test('behavior: expectations by request', async () => {
    const { fetch } = seller()
    const pay = buyer(fetch, {
      expect: ({ url }) =>
        url.endsWith('/dear') ? { max_price_usd: '0.001' } : undefined,
    })
    expect(await refusal(pay(`${RESOURCE}/dear`))).toBe(
      'PaymentBlocked over_payment_cap',
    )
    expect(await refusal(pay(RESOURCE))).toBe('paid')
  })

  test('behavior: a 402 that is no x402 comes back untouched', async () => {
    const quota = () =>
      Response.json({ error: 'quota' }, { status: 402, headers: { a: 'b' } })
    const { fetch } = seller({ unpaid: quota })
    const bare = guarded(fetch, stockClient())[0]
    const response = await bare(RESOURCE)
    expect([response.status, response.headers.get('a')]).toEqual([402, 'b'])
    expect(await response.json()).toEqual({ error: 'quota' })
  })

  test('behavior: bodies are bound and sent', async () => {
    const bodies: string[] = []
    const { fetch } = seller({
      paid: async (request) => {
        bodies.push(await request.text())
        return goods()
      },
    })
    const pay = buyer(fetch)
    for (const body of [
      'text',
      new Uint8Array([97]),
      new URLSearchParams('a=b'),
    ])
      await pay(RESOURCE, { method: 'POST', body })
    await pay(new Request(RESOURCE, { method: 'POST', body: 'asked' }))
    expect(bodies).toEqual(['text', 'a', 'a=b', 'asked'])
  })

  test('behavior: only one entry of many reaches the client', async () => {
    const terms = challenge([
      entry({ network: 'eip155:137', asset: THIEF, payTo: THIEF }),
      entry(),
    ])
    const { fetch, sales } = seller({ unpaid: () => answer402(terms) })
    await buyer(fetch)(RESOURCE)
    expect(sales[0]?.payment.accepted).toEqual(entry())
  })

  test('behavior: terms in the body of a v2 answer are taken away', async () => {
    const body = JSON.stringify({ x402Version: 1, accepts: [{ payTo: THIEF }] })
    const [fetch] = guarded(
      seller({ unpaid: () => answer402(challenge(), {}, body) }).fetch,
      stockClient(),
    )
    expect(await (await fetch(RESOURCE)).text()).toBe('{}')
  })

  test('behavior: a challenge that contradicts itself', async () => {
    const headers = { 'x-other': '1' }
    const { fetch } = seller({
      unpaid: () => {
        const one = answer402(challenge([entry()]), headers)
        one.headers.append(
          'payment-required',
          answer402(challenge([entry({ payTo: THIEF })])).headers.get(
            'payment-required',
          ) as string,
        )
        return one
      },
    })
    expect(await refusal(buyer(fetch)(RESOURCE))).toBe(
      'PaymentBlocked terms_skip',
    )
  })

  test('behavior: an endless 402 body is cut off', async () => {
    const endless = new ReadableStream({
      pull: (controller) => controller.enqueue(new Uint8Array(65_536).fill(32)),
    })
    const { fetch } = seller({
      unpaid: () => new Response(endless, { status: 402 }),
    })
    expect(await refusal(buyer(fetch)(RESOURCE))).toBe(
      'PaymentBlocked terms_skip',
    )
  })
})
