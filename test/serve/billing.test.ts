import { decodePaymentRequiredHeader } from '@x402/core/http'
import type { FacilitatorClient } from '@x402/core/server'
import { ExactEvmScheme } from '@x402/evm/exact/client'
import { wrapFetchWithPayment, x402Client } from '@x402/fetch'
import type { Hex } from 'viem'
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  test,
} from 'vitest'
import {
  createChargeReader,
  PRICES,
} from '../../packages/assay/src/serve/billing/index.js'
import { claimOf } from '../../packages/assay/src/serve/quota/quota-for.js'
import { openStore } from '../../packages/assay/src/store/open-store.js'
import type { Store } from '../../packages/assay/src/store/store.js'
import { accountOf } from '../chain/accounts.js'
import {
  type Chain,
  START_TIMEOUT_MS,
  startChain,
  whyNoChain,
} from '../chain/chain.js'
import { openShop, PUBLIC_URL, type Shop } from './shop.js'

const missing = whyNoChain()
const SHOP = accountOf('shop').address
const MERCHANT = `${PUBLIC_URL}/merchant/check?merchant_wallet_address=0x1`

let chain: Chain
let store: Store
let shop: Shop
let before: Hex
/** Payment headers that the buyer sent. */
let sent: string[]
let settles: number

describe.skipIf(missing !== undefined)(`billing ${missing ?? ''}`, () => {
  beforeAll(async () => {
    chain = await startChain()
    await chain.fund(chain.buyer.address, 1_000_000n)
  }, START_TIMEOUT_MS)
  afterAll(() => chain.close())
  beforeEach(async () => {
    before = await chain.snapshot()
    store = await openStore(':memory:')
    sent = []
    settles = 0
    shop = open()
  })
  afterEach(async () => {
    await store.close()
    await chain.revert(before)
  })

  test.each(PRICES.map((price) => [price.path, price] as const))(
    'default: an official buyer pays for %s once, and gets it once more for the same payment',
    async (path, price) => {
      const url = `${PUBLIC_URL}${path}?access=paid`
      const method = price.methods[0] ?? 'GET'
      if (price.id === 'destination') await useUp('destination_anonymous', 100)
      const init =
        method === 'POST' ? { method, body: '{"target":"a"}' } : { method }
      const response = await buy(url, init)
      const answer = await response.json()
      expect([response.status, answer.access]).toEqual([200, 'paid'])
      expect(response.headers.get('payment-response')).not.toBeNull()
      const cost = BigInt(Math.round(Number(price.usd) * 1_000_000))
      expect(await chain.balances([SHOP])).toEqual([cost])
      const again = await shop.app.request(url, {
        ...init,
        headers: { 'payment-signature': sent[0] as string },
      })
      expect(await again.json()).toEqual(answer)
      expect(again.headers.get('idempotent-replayed')).toBe('true')
      expect(again.headers.get('payment-response')).toBe(
        response.headers.get('payment-response'),
      )
      expect(await chain.balances([SHOP])).toEqual([cost])
      expect([shop.handled.length, settles]).toEqual([1, 1])
    },
  )

  test('behavior: the challenge names the public URL and the price', async () => {
    const response = await shop.app.request(
      'http://10.0.0.1:4020/merchant/check',
      {
        headers: { 'x-forwarded-host': 'evil.example' },
      },
    )
    expect(response.status).toBe(402)
    const header = response.headers.get('payment-required') as string
    expect(header.length).toBeLessThan(4_000)
    const { accepts, resource, extensions } =
      decodePaymentRequiredHeader(header)
    expect(accepts).toEqual([
      {
        scheme: 'exact',
        network: 'eip155:8453',
        amount: '10000',
        asset: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
        payTo: SHOP,
        maxTimeoutSeconds: 60,
        extra: { name: 'USD Coin', version: '2' },
      },
    ])
    expect(resource?.url).toBe(`${PUBLIC_URL}/merchant/check`)
    expect(Object.keys(extensions ?? {})).toEqual(['bazaar'])
    expect(await response.json()).toEqual({
      type: 'about:blank#payment_required',
      title: 'Payment required',
      status: 402,
      code: 'payment_required',
      detail:
        'This answer costs $0.01. The terms are in the header PAYMENT-REQUIRED (x402 version 2).',
    })
    expect(shop.handled).toEqual([])
  })

  test.each([400, 404, 429, 503])(
    'behavior: an answer with status %i settles nothing',
    async (status) => {
      const response = await buy(`${MERCHANT}&status=${status}`)
      expect(response.status).toBe(status)
      expect(await response.json()).toEqual({ answer: 1, access: 'paid' })
      expect(await chain.balances([SHOP])).toEqual([0n])
      expect(settles).toBe(0)
      // The payment was not used up by it.
      const paid = await retry(`${MERCHANT}&status=200`)
      expect([paid.status, settles]).toEqual([200, 1])
    },
  )

  test('behavior: HEAD is refused, OPTIONS passes, nothing runs unpaid', async () => {
    const head = await shop.app.request(MERCHANT, { method: 'HEAD' })
    expect([head.status, head.headers.get('allow')]).toEqual([
      405,
      'GET, OPTIONS',
    ])
    const options = await shop.app.request(MERCHANT, { method: 'OPTIONS' })
    expect([options.status, options.headers.has('payment-required')]).toEqual([
      404,
      false,
    ])
    expect(shop.handled).toEqual([])
  })

  test.each([
    '/merchant/check/',
    '//merchant/check',
    '/Merchant/Check',
    '/merchant/%63heck',
    '/merchant/check%2f',
    '/merchant/check;x',
    '/merchant/./check',
  ])('behavior: %s is no way around the price', async (path) => {
    const response = await shop.app.request(`${PUBLIC_URL}${path}`)
    expect([402, 404]).toContain(response.status)
    expect(shop.handled).toEqual([])
  })

  test('behavior: a payment buys nothing but what it was made for', async () => {
    await buy(MERCHANT)
    const other = await retry(`${MERCHANT}2`)
    expect([other.status, (await other.json()).code]).toEqual([
      409,
      'payment_used',
    ])
    const path = await retry(`${PUBLIC_URL}/counterparty/score?subject=a`)
    expect(path.status).toBe(409)
    expect([shop.handled.length, settles]).toEqual([1, 1])
  })

  test('behavior: the same payment twice at once is one charge and one answer', async () => {
    await buy(`${MERCHANT}&status=500`)
    const answers = await Promise.all(
      Array.from({ length: 8 }, () =>
        shop.app.request(MERCHANT, {
          headers: { 'payment-signature': sent[0] as string },
        }),
      ),
    )
    const bodies = await Promise.all(answers.map((it) => it.text()))
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200))
    expect(new Set(bodies).size).toBe(1)
    expect(settles).toBe(1)
    expect(await chain.balances([SHOP])).toEqual([10_000n])
  })

  test('behavior: a payment header of nonsense is a 400, an unpayable one a 402', async () => {
    const nonsense = await shop.app.request(MERCHANT, {
      headers: { 'payment-signature': 'e30=' },
    })
    expect([nonsense.status, (await nonsense.json()).code]).toEqual([
      400,
      'payment_unreadable',
    ])
    await chain.revert(before)
    before = await chain.snapshot()
    const poor = await buy(MERCHANT, {}, accountOf('poor'))
    const { code, detail } = await poor.json()
    expect([poor.status, code]).toEqual([402, 'payment_invalid'])
    expect(detail).toContain('invalid_exact_evm')
    expect([shop.handled.length, settles]).toEqual([0, 0])
  })

  test('behavior: an open service and exempt keys pay nothing', async () => {
    const free = open({ settings: { open: true } })
    expect((await free.app.request(MERCHANT)).status).toBe(200)
    const sha =
      '62af8704764faf8ea82fc61ce9c4c3908b6cb97d463a634e9e587d7c885db0ef'
    const exempt = open({ settings: { exemptKeys: [sha] } })
    const ask = (key: string) =>
      exempt.app.request(MERCHANT, { headers: { 'x-api-key': key } })
    expect((await ask('top')).status).toBe(402)
    expect((await ask('test-key')).status).toBe(200)
  })
})

function open(options: Partial<Parameters<typeof openShop>[0]> = {}): Shop {
  const { verify, settle, getSupported } = chain.facilitator
  const facilitator: FacilitatorClient = {
    verify,
    getSupported,
    settle: (...args) => {
      settles++
      return settle(...args)
    },
  }
  const rpc = (method: string, params: readonly unknown[]) =>
    chain.node.request({ method, params } as never)
  return openShop({
    store,
    payTo: SHOP,
    facilitator,
    readCharge: createChargeReader('eip155:8453', rpc),
    ...options,
  })
}

function buy(
  url: string,
  init: RequestInit = {},
  account: ReturnType<typeof accountOf> = chain.buyer,
): Promise<Response> {
  const client = new x402Client().register(
    'eip155:8453',
    new ExactEvmScheme(account),
  )
  const pay = wrapFetchWithPayment(async (input, sentInit) => {
    const request = new Request(input, sentInit)
    const header = request.headers.get('payment-signature')
    if (header !== null) sent.push(header)
    return shop.app.fetch(request)
  }, client)
  return pay(url, init)
}

function retry(url: string): Promise<Response> {
  const headers = { 'payment-signature': sent[0] as string }
  return Promise.resolve(shop.app.request(url, { headers }))
}

async function useUp(scope: 'destination_anonymous', times: number) {
  const claim = claimOf(scope, 'address', shop.service.now())
  for (let i = 0; i < times; i++) await store.takeQuota([claim])
}
