import { sha256Hex } from '@assay402/core'
import {
  createGuard,
  engineLedger,
  type GuardOptions,
  PaymentBlocked,
  PaymentHeld,
} from '@assay402/guard'
import { describe, expect, test } from 'vitest'
import type { Store } from '../store/store.js'
import { NOON, startService } from './testing/running.js'

const KEY = 'key-of-a-buyer-with-two-guards'

async function withKey(store: Store) {
  await store.saveKey({
    id: 'buyer',
    key_sha256: sha256Hex(KEY),
    created_at: 0,
    tier: 'free',
    label: null,
  })
}

// A public shop that the service itself cannot reach from here.
const URL_OF_SHOP = 'https://api.seller.example/data'

/** What the buyer's own client received. */
const CHALLENGE = {
  status: 402,
  headers: {
    'payment-required': Buffer.from(
      JSON.stringify({
        x402Version: 2,
        resource: { url: URL_OF_SHOP, description: '', mimeType: '' },
        accepts: [
          {
            scheme: 'exact',
            network: 'eip155:8453',
            asset: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
            amount: '10000',
            payTo: '0x209693Bc6afc0C5328bA36FaF03C514EF312287C',
            maxTimeoutSeconds: 60,
            extra: { name: 'USD Coin', version: '2' },
          },
        ],
      }),
    ).toString('base64'),
  },
  body: '{}',
}

type Alter = (json: Record<string, unknown>) => unknown

/** A fetch of the engine's that passes through other hands. */
function throughHands(alter: Alter): typeof fetch {
  return async (input, init) => {
    const answer = await fetch(input, init)
    if (!String(input).endsWith('/v1/preflight')) return answer
    const json = (await answer.json()) as Record<string, unknown>
    return Response.json(alter(json))
  }
}

async function market() {
  const running = await startService({ prepare: withKey })
  const buyer = (
    policy: object = {},
    options: Partial<GuardOptions> & { readonly alter?: Alter } = {},
  ) => {
    const { alter, ...rest } = options
    const own = createGuard({
      now: () => NOON,
      policy: { ...policy },
      engine: {
        url: running.url,
        issuer: 'http://assay.test',
        audience: 'buyer-7',
        ...(alter && { fetch: throughHands(alter) }),
      },
      ledger: engineLedger({ url: running.url, api_key: KEY }),
      ...rest,
    })
    return () =>
      outcomeOf(
        own.approve({ method: 'GET', url: URL_OF_SHOP, challenge: CHALLENGE }),
      )
  }
  return { running, buyer }
}

describe('the guard and the service', () => {
  test('default: its receipt is believed, what was approved stands in its ledger', async () => {
    const { running, buyer } = await market()
    expect(await buyer()()).toBe('paid')
    const [first] = await running.store.spendEvents('key:buyer', 0, 10)
    expect(first).toMatchObject({
      position: 1,
      event: { e: 'reserved', terms: { amount: '10000' } },
    })
    const [check] = await running.store.receipts({ limit: 1 })
    expect(check).toMatchObject({ surface: 'preflight', verdict: 'allow' })
  })

  test('behavior: two guards share one budget, however they race', async () => {
    const { running, buyer } = await market()
    const capped = { daily_cap_usd: '0.03' }
    const guards = [buyer(capped), buyer(capped)]
    const outcomes = await Promise.all(
      Array.from({ length: 6 }, (_, i) => guards[i % 2]?.()),
    )
    expect(outcomes.sort()).toEqual([
      'PaymentBlocked daily_cap',
      'PaymentBlocked daily_cap',
      'PaymentBlocked daily_cap',
      'paid',
      'paid',
      'paid',
    ])
    expect(await running.store.spendEvents('key:buyer', 0, 10)).toHaveLength(3)
  })

  test.each<[string, Alter]>([
    ['another decision', (json) => ({ ...json, decision: 'hold' })],
    ['a reason less', (json) => ({ ...json, reasons: [], retry_after_s: 1 })],
    ['no receipt', ({ receipt: _, ...json }) => json],
    [
      'a receipt for somebody else',
      (json) => ({ ...json, receipt: String(json['receipt']).slice(0, -8) }),
    ],
  ])(
    'behavior: what was altered on the way is refused: %s',
    async (_, alter) => {
      const { buyer } = await market()
      expect(await buyer({}, { alter, fail_mode: 'open' })()).toBe(
        'PaymentBlocked receipt_invalid',
      )
    },
  )

  test('behavior: a receipt of another issuer, or for another audience, is refused', async () => {
    const { running, buyer } = await market()
    const engine = { url: running.url, audience: 'buyer-7' }
    expect(await buyer({}, { engine })()).toBe('PaymentBlocked receipt_invalid')
    const asksFor: typeof fetch = (input, init) =>
      fetch(input, {
        ...init,
        ...(init?.body && {
          body: String(init.body).replace('buyer-7', 'buyer-8'),
        }),
      })
    const other = { ...engine, issuer: 'http://assay.test', fetch: asksFor }
    expect(await buyer({}, { engine: other })()).toBe(
      'PaymentBlocked receipt_invalid',
    )
  })

  test('behavior: a key that is none stops payments', async () => {
    const { running, buyer } = await market()
    const ledger = engineLedger({ url: running.url, api_key: 'none-of-theirs' })
    expect(await buyer({}, { ledger })()).toBe(
      'PaymentBlocked ledger_unavailable',
    )
  })
})

async function outcomeOf(call: Promise<unknown>): Promise<string> {
  try {
    await call
    return 'paid'
  } catch (error) {
    if (error instanceof PaymentBlocked || error instanceof PaymentHeld)
      return `${error.name} ${error.report.reasons[0]?.code}`
    throw error
  }
}
