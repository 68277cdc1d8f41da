import { x402Client, x402HTTPClient } from '@x402/core/client'
import type { PaymentRequired } from '@x402/core/types'
import { ExactEvmScheme } from '@x402/evm/exact/client'
import { ExactEvmSchemeV1 } from '@x402/evm/exact/v1/client'
import { wrapFetchWithPayment } from '@x402/fetch'
import { describe, expect, test } from 'vitest'
import type { GuardEvent } from '../events.js'
import { createGuard } from '../guard.js'
import { ACCOUNT, stockClient } from '../testing/buyer.js'
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
  USDC,
} from '../testing/seller.js'
import { guard } from './guard-client.js'
import { guarded } from './guarded.js'

const FORGED = { assay_approval: 'f'.repeat(32) }

/** A v1 challenge as a v2 client decodes it. */
function v1(change: object = {}): PaymentRequired {
  return {
    x402Version: 1,
    error: 'X-PAYMENT header is required',
    accepts: [
      {
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
      },
    ],
  } as unknown as PaymentRequired
}

describe('guard', () => {
  test('default: gives the client back and judges what it is to pay', async () => {
    const client = stockClient()
    expect(guard(client)).toBe(client)
    const payload = await client.createPaymentPayload(challenge())
    expect(payload.accepted).toEqual(entry())
    const dear = challenge([entry({ amount: '2000000' })])
    expect(await refusal(client.createPaymentPayload(dear))).toBe(
      'PaymentBlocked over_payment_cap',
    )
  })

  test('behavior: a marker that somebody made up is none', async () => {
    const client = guard(stockClient(), { policy: { daily_cap_usd: '0' } })
    const forged = { ...challenge(), ...FORGED }
    expect(await refusal(client.createPaymentPayload(forged))).toBe(
      'PaymentBlocked daily_cap',
    )
  })

  test('behavior: the caps hold without a guarded fetch', async () => {
    const client = guard(stockClient(), { policy: { daily_cap_usd: '0.01' } })
    await client.createPaymentPayload(challenge())
    expect(await refusal(client.createPaymentPayload(challenge()))).toBe(
      'PaymentBlocked daily_cap',
    )
  })

  test('behavior: a challenge that names no resource cannot be judged', async () => {
    const client = guard(stockClient())
    const nameless = challenge([entry()], {
      resource: { url: 'mcp://tool/x' } as never,
    })
    expect(await refusal(client.createPaymentPayload(nameless))).toMatch(
      'TypeError: not an http(s) request: GET mcp://tool/x',
    )
  })

  test('behavior: v1 challenges', async () => {
    const client = guard(
      new x402Client().registerV1('base', new ExactEvmSchemeV1(ACCOUNT)),
    )
    const payload = await client.createPaymentPayload(v1())
    expect(payload.payload).toMatchObject({
      authorization: { to: PAY_TO, value: '10000' },
    })
    expect(
      await refusal(
        client.createPaymentPayload(v1({ maxAmountRequired: '0' })),
      ),
    ).toBe('PaymentBlocked terms_skip')
  })

  test('behavior: past the first layer, the second one stops', async () => {
    const client = guard(stockClient())
    const direct = x402Client.prototype.createPaymentPayload
    expect(await refusal(direct.call(client, challenge()))).toBe(
      'Error: All payment requirements were filtered out by policies for x402 version: 2',
    )
    client.registerPolicy(() => [entry({ payTo: THIEF })])
    expect(await refusal(client.createPaymentPayload(challenge()))).toBe(
      'Error: Payment creation aborted: not approved by the guard',
    )
  })

  test('behavior: nothing is signed that a hook or extension has changed', async () => {
    const thief = entry({ payTo: THIEF })
    const changes: ((client: x402Client) => void)[] = [
      (client) =>
        client.onBeforePaymentCreation(async ({ selectedRequirements }) => {
          selectedRequirements.payTo = THIEF
        }),
      (client) =>
        client.onAfterPaymentCreation(async ({ paymentPayload }) => {
          paymentPayload.accepted = thief
        }),
      (client) =>
        client.registerExtension({
          key: 'x',
          enrichPaymentPayload: async (payload) => ({
            ...payload,
            accepted: thief,
          }),
        }),
      (client) =>
        client.registerExtension({
          key: 'x',
          enrichPaymentPayload: async (payload) => ({
            ...payload,
            payload: { authorization: { to: THIEF } },
          }),
        }),
    ]
    const said: string[] = []
    for (const change of changes) {
      const client = guard(stockClient())
      change(client)
      said.push(await refusal(client.createPaymentPayload(challenge())))
    }
    expect(said).toEqual([
      expect.stringContaining('TypeError: Cannot assign to read only property'),
      'PaymentBlocked signing_differs',
      'PaymentBlocked signing_differs',
      'PaymentBlocked signing_differs',
    ])
  })

  test('behavior: a scheme that signs other terms is refused', async () => {
    class Greedy extends ExactEvmScheme {
      override createPaymentPayload(
        ...[version, terms, context]: Parameters<
          ExactEvmScheme['createPaymentPayload']
        >
      ) {
        return super.createPaymentPayload(
          version,
          { ...terms, payTo: THIEF },
          context,
        )
      }
    }
    const late = guard(new x402Client())
    late.register('eip155:*', new Greedy(ACCOUNT))
    const early = guard(
      new x402Client().register('eip155:*', new Greedy(ACCOUNT)),
    )
    for (const client of [late, early])
      expect(await refusal(client.createPaymentPayload(challenge()))).toBe(
        'PaymentBlocked signing_differs',
      )
  })

  test('behavior: a signature that failed costs nothing, one that was given counts', async () => {
    const broken = {
      ...ACCOUNT,
      signTypedData: () => Promise.reject(new Error('user said no')),
    }
    const own = createGuard()
    const client = guard(stockClient(broken), own)
    expect(await refusal(client.createPaymentPayload(challenge()))).toBe(
      'Error: user said no',
    )
    // The signer was asked, so the signature may exist somewhere.
    expect((await own.spent()).day_usd).toBe('0.01')
    const unable = guard(
      new x402Client().register('eip155:*', new ExactEvmScheme(ACCOUNT)),
    )
    const nameless = challenge([{ ...entry(), extra: {} }])
    expect(await refusal(unable.createPaymentPayload(nameless))).toMatch(
      'Error: EIP-712',
    )
  })

  test('behavior: one guard a client', () => {
    const client = stockClient()
    const own = createGuard()
    expect(guard(guard(client, own), own)).toBe(client)
    expect(() => guard(client, createGuard())).toThrow(
      'this client has another guard',
    )
    expect(() =>
      guard({
        createPaymentPayload: async () => ({}),
        getPaymentRequiredResponse: () => ({}),
      }),
    ).toThrow('not an x402Client')
  })

  test('behavior: only networks that the client signs for', async () => {
    const solana = entry({
      network: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
      asset: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
      payTo: '2wKupLR9q6wXYppw8Gr2NvWxKBUqm4PPJKkQfoxHDBg4',
    })
    const client = guard(stockClient())
    const payload = await client.createPaymentPayload(
      challenge([solana, entry()]),
    )
    expect(payload.accepted.network).toBe('eip155:8453')
    const given = guard(stockClient(), { networks: ['base'] })
    expect(await refusal(given.createPaymentPayload(challenge([solana])))).toBe(
      'PaymentBlocked terms_skip',
    )
  })
})

describe('guard of an x402HTTPClient', () => {
  test('behavior: its errors reach the caller of the stock wrapper', async () => {
    const { fetch, sales } = seller()
    const http = new x402HTTPClient(stockClient())
    const pay = wrapFetchWithPayment(
      fetch,
      guard(http, { policy: { per_host_daily_cap_usd: '0.01' } }),
    )
    expect((await pay(RESOURCE)).status).toBe(200)
    expect(await refusal(pay(`${RESOURCE}/2`))).toBe('PaymentBlocked host_cap')
    expect(sales).toHaveLength(1)
  })

  test('behavior: the answer is heard through the hook of the SDK', async () => {
    const ends: GuardEvent[] = []
    const paid = [goods(), answer402(), goods({ success: false }, 402)]
    const { fetch } = seller({ paid: () => paid.shift() as Response })
    const pay = wrapFetchWithPayment(
      fetch,
      guard(new x402HTTPClient(stockClient()), {
        on_event: (event) => event.type === 'ended' && ends.push(event),
      }),
    )
    for (let i = 0; i < 3; i++) await pay(RESOURCE)
    expect(ends.map((event) => 'outcome' in event && event.outcome)).toEqual([
      'settled',
      'declined',
      'declined',
    ])
  })

  test('behavior: a client that pays again is judged again', async () => {
    let first = true
    const { fetch, sales } = seller({
      paid: () => {
        if (!first) return goods()
        first = false
        return goods({ success: false, errorReason: 'invalid_payload' }, 402)
      },
    })
    const own = createGuard()
    const client = stockClient()
    client.onPaymentResponse(async ({ settleResponse }) =>
      settleResponse?.success === false ? { recovered: true } : undefined,
    )
    const pay = wrapFetchWithPayment(...guarded(fetch, client, own))
    expect((await pay(RESOURCE)).status).toBe(200)
    expect(sales).toHaveLength(2)
    expect((await own.spent()).day_usd).toBe('0.02')
  })
})
