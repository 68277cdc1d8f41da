import { describe, expect, test } from 'vitest'
import { createGuard } from '../guard.js'
import type { GuardOptions } from '../options.js'
import { ACCOUNT } from '../testing/buyer.js'
import { refusal } from '../testing/refusal.js'
import { PAY_TO, RESOURCE, THIEF, USDC } from '../testing/seller.js'
import { guardFetch } from './guard-fetch.js'

type Entry = {
  scheme: string
  network: string
  payTo: `0x${string}`
  maxAmountRequired: string
  maxTimeoutSeconds: number
}

const entry = (change: Partial<Entry> = {}) => ({
  scheme: 'exact',
  network: 'base',
  maxAmountRequired: '10000',
  asset: USDC,
  payTo: PAY_TO,
  resource: RESOURCE,
  description: '',
  mimeType: '',
  maxTimeoutSeconds: 60,
  extra: { name: 'USD Coin', version: '2' },
  ...change,
})

/** How the wrapper of x402 v1 pays: it reads the body, and signs by itself. */
function wrapV1(
  fetch: typeof globalThis.fetch,
  pick = (entries: Entry[]) => entries[0] as Entry,
) {
  return async (url: string, init: RequestInit = {}) => {
    const response = await fetch(url, init)
    if (response.status !== 402) return response
    const { x402Version, accepts } = await response.json()
    const { scheme, network, payTo, maxAmountRequired, maxTimeoutSeconds } =
      pick(accepts)
    const seconds = Math.floor(Date.now() / 1000)
    const authorization = {
      from: ACCOUNT.address,
      to: payTo,
      value: maxAmountRequired,
      validAfter: String(seconds - 600),
      validBefore: String(seconds + maxTimeoutSeconds),
      nonce: `0x${Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('hex')}`,
    }
    const payload = {
      signature: `0x${authorization.nonce.slice(2).repeat(2)}00`,
      authorization,
    }
    const payment = btoa(
      JSON.stringify({ x402Version, scheme, network, payload }),
    )
    return fetch(url, {
      ...init,
      headers: { ...(init.headers as object), 'X-PAYMENT': payment },
      ...{ __is402Retry: true },
    })
  }
}

function seller(accepts: object[] = [entry()]) {
  const paid: string[] = []
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const payment = new Headers(init?.headers).get('x-payment')
    if (payment === null)
      return Response.json(
        { x402Version: 1, error: 'X-PAYMENT header is required', accepts },
        { status: 402 },
      )
    paid.push(JSON.parse(atob(payment)).payload.authorization.to)
    return Response.json(
      { for: String(input) },
      { headers: { 'X-PAYMENT-RESPONSE': btoa('{"success":true}') } },
    )
  }
  return { fetch, paid }
}

describe('guardFetch under a wrapper of x402 v1', () => {
  const buyer = (
    fetch: typeof globalThis.fetch,
    options?: GuardOptions,
    pick?: (entries: Entry[]) => Entry,
  ) => {
    const own = createGuard(options)
    return { own, pay: wrapV1(guardFetch(fetch, own), pick) }
  }

  test('default: an honest seller is paid, and it counts', async () => {
    const { fetch, paid } = seller()
    const { pay, own } = buyer(fetch)
    expect((await pay(RESOURCE)).status).toBe(200)
    expect(paid).toEqual([PAY_TO])
    expect((await own.spent()).day_usd).toBe('0.01')
  })

  test('behavior: bodies that are written anew each time', async () => {
    const { fetch, paid } = seller()
    const { pay } = buyer(fetch)
    const form = new FormData()
    form.append('text', 'a')
    form.append('file', new Blob(['b'], { type: 'text/plain' }), 'b.txt')
    const bodies = [form, new Blob(['c']), new Uint8Array([1]).buffer]
    for (const body of bodies) await pay(RESOURCE, { method: 'POST', body })
    expect(paid).toHaveLength(3)
    const stream = { method: 'POST', body: new ReadableStream() }
    expect(await refusal(pay(RESOURCE, stream))).toMatch('read twice')
  })

  test('behavior: its errors reach the caller', async () => {
    const { fetch, paid } = seller()
    const { pay } = buyer(fetch, { policy: { max_per_payment_usd: '0.001' } })
    expect(await refusal(pay(RESOURCE))).toBe('PaymentBlocked over_payment_cap')
    expect(paid).toEqual([])
  })

  test('behavior: the wrapper has no choice but the approved entry', async () => {
    const { fetch, paid } = seller([
      entry(),
      entry({ network: 'polygon', payTo: THIEF }),
    ])
    const { pay } = buyer(fetch, {}, (entries) => entries.at(-1) as Entry)
    await pay(RESOURCE)
    expect(paid).toEqual([PAY_TO])
  })

  test('behavior: what it signs beside that does not leave', async () => {
    const { fetch, paid } = seller()
    for (const change of [
      { payTo: THIEF },
      { maxAmountRequired: '20000' },
      { maxTimeoutSeconds: 600 },
      { network: 'polygon' },
      { network: 'x' },
      { scheme: 'upto' },
    ] as Partial<Entry>[]) {
      const { pay } = buyer(fetch, {}, ([first]) => ({
        ...(first as Entry),
        ...change,
      }))
      expect(await refusal(pay(RESOURCE))).toBe(
        'PaymentBlocked signing_differs',
      )
    }
    expect(paid).toEqual([])
  })
})
