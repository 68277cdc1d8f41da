import { describe, expect, test } from 'vitest'
import { openShop, USDC, WALLET } from '../../../inspect/testing/shop.js'
import {
  createSurfaceBench,
  json,
  type SurfaceBench,
} from '../testing/surface-bench.js'

const PATH = '/terms/v1/products/endpoint-spot-check'
const PAID = { paid: { payment_id: 'p1', payer: WALLET } }

async function open() {
  const shop = await openShop()
  const bench = await createSurfaceBench({ allowHosts: [shop.host] })
  return { shop, bench }
}

function ask(bench: SurfaceBench, parameters: Record<string, string>) {
  return bench.get(`${PATH}?${new URLSearchParams(parameters)}`)
}

describe('endpoint-spot-check', () => {
  test('default: a free answer has exactly the free fields', async () => {
    const { shop, bench } = await open()
    const response = await ask(bench, { url: shop.url, price: '0.01' })
    expect(response.status).toBe(200)
    const body = await json(response)
    expect(body).toEqual({
      verdict: 'pay',
      reason_code: 'price_ok',
      reason: 'The live terms ask 0.01 USD; expected: 0.01 USD.',
      confidence: 'high',
      payment_terms_sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      receipt_id: expect.stringMatching(/^[0-9a-f]{32}$/),
      receipt_url: `https://assay.example/terms/v1/receipts/${body['receipt_id']}`,
      prior_checks: 0,
      quality: { code: 'quality_unverified' },
      reputation: { host: new URL(shop.url).origin, band: 'insufficient_data' },
      access: 'free',
    })
  })

  test('default: a paid answer adds the rest, its reason is the code', async () => {
    const { shop, bench } = await open()
    await ask(bench, { url: shop.url })
    bench.callAs(PAID)
    const body = await json(
      await ask(bench, { url: shop.url, ref: 'order-17' }),
    )
    expect(body).toMatchObject({
      verdict: 'pay',
      reason: 'price_ok',
      confidence: 'medium',
      quoted_price_usd: '0.01',
      network: 'eip155:8453',
      asset: USDC,
      pay_to: WALLET,
      prior_checks: 1,
      quality: { code: 'quality_unverified', checks: { http_status: 402 } },
      reputation: { band: 'insufficient_data', low_data: true, breakdown: {} },
      history: { drift: false },
      history_observations: [
        {
          price_usd: '0.01',
          network: 'eip155:8453',
          pay_to: WALLET,
          status: 402,
        },
      ],
      access: 'paid',
      ref: 'order-17',
    })
    expect(shop.requests()).toBe(1)
  })

  test.each(['endpoint', 'target', 'resource', 'endpoint_url', 'uri'])(
    'behavior: %s means url, in query and body',
    async (name) => {
      const { shop, bench } = await open()
      const query = await ask(bench, {
        [name]: shop.url,
        claimed_price: '0.001',
      })
      expect(await json(query)).toMatchObject({ reason_code: 'price_mismatch' })
      const body = await bench.post(PATH, {
        [name]: shop.url,
        claimed_price_usd: 0.01,
      })
      expect(await json(body)).toMatchObject({ reason_code: 'price_ok' })
    },
  )

  test.each([
    ['url', {}, 'url is missing'],
    ['url', { url: 'api.example.com/x' }, 'url: not an http(s) URL'],
    [
      'url',
      { url: 'https://a.example/', target: 'https://b.example/' },
      'url and target mean the same parameter and differ',
    ],
    [
      'price_usd',
      { url: 'https://a.example/', price: 'cheap' },
      'price_usd: not a price in USD',
    ],
    [
      'pay_to',
      { url: 'https://a.example/', pay_to: '0x12' },
      'pay_to: neither 0x and 40 hex digits nor a Solana address',
    ],
    [
      'mode',
      { url: 'https://a.example/', mode: 'fast' },
      'mode: neither live nor dry-run',
    ],
    [
      'method',
      { url: 'https://a.example/', method: 'BREW' },
      'method: not GET, POST, PUT, PATCH or DELETE',
    ],
    [
      'skew_s',
      { url: 'https://a.example/', skew_s: '-1' },
      expect.stringContaining('skew_s'),
    ],
    [
      'check_expiry',
      { url: 'https://a.example/', check_expiry: 'maybe' },
      'check_expiry: neither 1 nor 0',
    ],
  ])(
    'behavior: a bad %s is named with an example',
    async (field, parameters, error) => {
      const { bench } = await open()
      const response = await ask(bench, parameters as Record<string, string>)
      expect(response.status).toBe(400)
      expect(await json(response)).toEqual({
        error,
        field,
        example: expect.anything(),
      })
    },
  )

  test('behavior: a refused address is a 400 with its verdict', async () => {
    const { bench } = await open()
    const response = await ask(bench, { url: 'http://10.0.0.1/x' })
    expect(response.status).toBe(400)
    expect(await json(response)).toMatchObject({
      verdict: 'skip',
      reason_code: 'ssrf_blocked',
      confidence: 'high',
    })
  })

  test('behavior: a test network is unsupported, not merely another one', async () => {
    const shop = await openShop()
    const bench = await createSurfaceBench({ allowHosts: [shop.host] })
    shop.sell({
      amount: '10000',
      payTo: WALLET,
      network: 'eip155:84532',
    } as never)
    expect(await json(await ask(bench, { url: shop.url }))).toMatchObject({
      reason_code: 'network_unsupported',
    })
  })

  test('behavior: a dry run asks nobody and never approves', async () => {
    const { shop, bench } = await open()
    const unknown = await json(
      await ask(bench, { url: shop.url, mode: 'dry-run' }),
    )
    expect(unknown).toMatchObject({
      verdict: 'recheck',
      reason_code: 'dry_run',
      receipt_id: null,
      approval: false,
      mode: 'dry-run',
    })
    expect(shop.requests()).toBe(0)
    await ask(bench, { url: shop.url })
    const known = await json(
      await ask(bench, { url: shop.url, mode: 'dry-run' }),
    )
    expect(known).toMatchObject({ verdict: 'recheck', prior_checks: 1 })
    const wrong = await json(
      await ask(bench, { url: shop.url, mode: 'dry-run', price: '0.001' }),
    )
    expect(wrong).toMatchObject({
      verdict: 'skip',
      reason_code: 'price_mismatch',
      approval: false,
    })
    expect(shop.requests()).toBe(1)
  })

  test('behavior: a paid check that came to nothing leaves the hour as it was', async () => {
    const shop = await openShop()
    const bench = await createSurfaceBench({
      allowHosts: [shop.host],
      admit: async () => {
        throw new Error('ours')
      },
    })
    bench.callAs(PAID)
    for (let i = 0; i < 31; i++)
      expect((await ask(bench, { url: shop.url })).status).toBe(500)
  })

  test('behavior: a payer gets 30 paid checks an hour', async () => {
    const { shop, bench } = await open()
    bench.callAs(PAID)
    for (let i = 0; i < 30; i++)
      expect((await ask(bench, { url: shop.url })).status).toBe(200)
    const response = await ask(bench, { url: shop.url })
    expect(response.status).toBe(429)
    expect(response.headers.get('retry-after')).toBe('3600')
    await bench.pass(3_600_000)
    expect((await ask(bench, { url: shop.url })).status).toBe(200)
  })
})
