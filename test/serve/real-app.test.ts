import { createHash } from 'node:crypto'
import { decodePaymentRequiredHeader } from '@x402/core/http'
import {
  afterAll,
  beforeAll,
  beforeEach,
  describe,
  expect,
  onTestFinished,
  test,
} from 'vitest'
import { PRICES } from '../../packages/assay/src/serve/billing/index.js'
import { LIMITS } from '../../packages/assay/src/serve/quota/limits.js'
import { claimOf } from '../../packages/assay/src/serve/quota/quota-for.js'
import {
  type Chain,
  START_TIMEOUT_MS,
  startChain,
  whyNoChain,
} from '../chain/chain.js'
import { facilitatorService } from './facilitator-service.js'
import { type RealApp, type RealAppOptions, startRealApp } from './real-app.js'
import {
  buyerAt,
  type CountedFacilitator,
  chainReader,
  countedFacilitator,
  SHOP,
} from './shop-till.js'

const missing = whyNoChain()

let chain: Chain
let facilitator: CountedFacilitator

describe.skipIf(missing !== undefined)(`createApp ${missing ?? ''}`, () => {
  beforeAll(async () => {
    chain = await startChain()
    await chain.fund(chain.buyer.address, 10_000_000n)
  }, START_TIMEOUT_MS)
  afterAll(() => chain.close())
  beforeEach(() => {
    facilitator = countedFacilitator(chain)
  })

  test.each(PRICES.map((price) => [price.id, price] as const))(
    'default: an official buyer pays for a check of %s, once',
    async (id, price) => {
      const app = await open()
      if (id === 'destination') await useUp(app)
      const [path, init] = app.requests[id] ?? ['']
      const [before = 0n] = await chain.balances([SHOP])
      const unpaid = await fetch(app.url + path, init)
      expect(unpaid.status).toBe(402)
      const header = unpaid.headers.get('payment-required') ?? ''
      expect(decodePaymentRequiredHeader(header).resource?.url).toBe(
        `https://assay.example${price.path}`,
      )
      expect(unpaid.headers.get('access-control-expose-headers')).toContain(
        'PAYMENT-REQUIRED',
      )
      const buyer = buyerAt(fetch, chain.buyer)
      const response = await buyer.buy(app.url + path, init)
      const text = await response.text()
      expect([response.status, text.length > 100]).toEqual([200, true])
      expect(response.headers.get('access-control-allow-origin')).toBe('*')
      const cost = BigInt(Math.round(Number(price.usd) * 1_000_000))
      expect(await chain.balances([SHOP])).toEqual([before + cost])
      const again = await fetch(app.url + path, {
        ...init,
        headers: {
          ...init?.headers,
          'payment-signature': buyer.sent[0] as string,
        },
      })
      expect([again.status, await again.text()]).toEqual([200, text])
      expect(await chain.balances([SHOP])).toEqual([before + cost])
      expect(facilitator.counts.settled).toBe(1)
    },
  )

  test.each([
    ['merchant', '/merchant/check', 400],
    [
      'endpoint_health',
      '/endpoint-health/v1/endpoint?url=https://a.example/x',
      404,
    ],
    ['counterparty', '/counterparty/score?subject=https://a.example/x', 503],
    ['terms', '/terms/v1/products/endpoint-spot-check/router?url=nothing', 400],
  ])(
    'behavior: %s without an answer is not charged',
    async (_, path, status) => {
      const app = await open()
      const before = await chain.balances([SHOP])
      const { buy } = buyerAt(fetch, chain.buyer)
      const response = await buy(app.url + path)
      expect(response.status).toBe(status)
      expect(await chain.balances([SHOP])).toEqual(before)
      expect(facilitator.counts.settled).toBe(0)
    },
  )

  test('behavior: HEAD is refused, OPTIONS is a 204 for every origin', async () => {
    const app = await open()
    for (const { path } of PRICES) {
      const head = await fetch(app.url + path, { method: 'HEAD' })
      expect([path, head.status]).toEqual([path, 405])
      const options = await fetch(app.url + path, {
        method: 'OPTIONS',
        headers: {
          origin: 'https://a.example',
          'access-control-request-method': 'GET',
          'access-control-request-headers': 'payment-signature',
        },
      })
      expect([path, options.status]).toEqual([path, 204])
      expect(options.headers.get('access-control-allow-headers')).toContain(
        'PAYMENT-SIGNATURE',
      )
    }
    expect(facilitator.counts.verified).toBe(0)
  })

  test('behavior: a facilitator that is away keeps nobody from the free answers', async () => {
    const app = await open({ facilitator: undefined })
    const [paid = ''] = app.requests['merchant'] ?? []
    const response = await fetch(app.url + paid)
    expect([response.status, (await response.json()).code]).toEqual([
      503,
      'facilitator_unavailable',
    ])
    const [path = '', init] = app.requests['destination'] ?? []
    expect((await fetch(app.url + path, init)).status).toBe(200)
    expect((await fetch(`${app.url}/health`)).status).toBe(200)
  })

  test('behavior: a facilitator is asked by HTTP, as it is named', async () => {
    const service = await facilitatorService(facilitator)
    const facilitatorUrl = service.url
    const payTo = { 'eip155:8453': SHOP }
    const app = await open({
      facilitator: undefined,
      settings: { payTo, facilitatorUrl },
    })
    const [path = ''] = app.requests['merchant'] ?? []
    const buyer = buyerAt(fetch, chain.buyer)
    expect((await buyer.buy(app.url + path)).status).toBe(200)
    expect(facilitator.counts).toEqual({ verified: 1, settled: 1 })
    service.breakDown()
    const broken = await buyer.buy(app.url + path)
    expect([broken.status, (await broken.json()).code]).toEqual([
      502,
      'facilitator_failed',
    ])
    await service.close()
    const away = await buyer.buy(app.url + path)
    expect([away.status, (await away.json()).code]).toEqual([
      502,
      'facilitator_failed',
    ])
  })

  test('behavior: without a wallet paid answers are a 402 that says so', async () => {
    const app = await open({ settings: {} })
    const [paid = ''] = app.requests['merchant'] ?? []
    const response = await fetch(app.url + paid)
    expect(response.headers.has('payment-required')).toBe(false)
    expect([response.status, (await response.json()).code]).toEqual([
      402,
      'payment_not_configured',
    ])
    const [path = '', init] = app.requests['destination'] ?? []
    expect((await fetch(app.url + path, init)).status).toBe(200)
  })

  test('behavior: a pack is ten full answers', async () => {
    const app = await open()
    const [path = ''] = app.requests['terms_router'] ?? []
    const { buy } = buyerAt(fetch, chain.buyer)
    const { pack } = await (await buy(app.url + path)).json()
    const [check = ''] = app.requests['terms'] ?? []
    const seen: string[] = []
    for (let i = 0; i < 10; i++) {
      const headers = { authorization: `Bearer ${pack.token}` }
      const response = await fetch(app.url + check, { headers })
      seen.push(`${response.status} ${(await response.json()).access}`)
    }
    expect(seen).toEqual([...Array(9).fill('200 router'), '402 undefined'])
  })
})

async function open(options: Partial<RealAppOptions> = {}): Promise<RealApp> {
  const app = await startRealApp({
    facilitator,
    readCharge: chainReader(chain),
    settings: { payTo: { 'eip155:8453': SHOP } },
    ...options,
  })
  onTestFinished(() => app.close())
  return app
}

/** Until the free checks of a caller without a key are used up. */
async function useUp({ store }: RealApp): Promise<void> {
  const address = createHash('sha256').update('salt\n127.0.0.1').digest('hex')
  const claim = claimOf('destination_anonymous', address, Date.now())
  for (let i = 0; i < LIMITS.destination_anonymous.limit; i++)
    await store.takeQuota([claim])
}
