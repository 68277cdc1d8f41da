import { describe, expect, test } from 'vitest'
import { WALLET } from '../../../inspect/testing/shop.js'
import { listingOf, offerOf } from '../../../store/testing/samples.js'
import { figuresOf, list, settle } from '../testing/stored-market.js'
import { createSurfaceBench, json, NOON } from '../testing/surface-bench.js'

function path(parameters: Record<string, string>): string {
  return `/merchant/check?${new URLSearchParams(parameters)}`
}

async function open() {
  const bench = await createSurfaceBench()
  await list(bench.service.store, [
    listingOf('https://seller.example/weather', {
      offers: [offerOf('10000', WALLET)],
      title: 'Weather',
      description: 'The weather of a city',
      total_calls_30d: 60,
      unique_payers_30d: 60,
    }),
  ])
  return bench
}

describe('GET /check', () => {
  test('default: from the catalog, when the chain is not read', async () => {
    const bench = await open()
    const response = await bench.get(path({ merchant_wallet_address: WALLET }))
    expect(response.status).toBe(200)
    expect(await json(response)).toMatchObject({
      rulebook: 'merchant',
      merchant: WALLET,
      chain: 'base',
      network: 'eip155:8453',
      recommendation: 'PROCEED',
      trust_tier: 'TRUSTED',
      confidence: 'HIGH',
      data_sufficiency: 'SUFFICIENT',
      signals: { unique_payers: 60, total_tx_count: 60 },
      category: 'data_api',
      source: 'catalog',
      pricing: { advertised_prices_atomic: ['10000'] },
      platforms: [{ url: 'https://seller.example', service_name: 'Weather' }],
    })
  })

  test('default: settlements come before the catalog', async () => {
    const bench = await open()
    await settle(bench.service.store, WALLET, figuresOf(WALLET, 10, NOON), NOON)
    expect(
      await json(await bench.get(path({ merchant_wallet_address: WALLET }))),
    ).toMatchObject({
      source: 'settlements_30d',
      signals: { total_tx_count: 20, unique_payers: 10, merchant_age_days: 29 },
    })
  })

  test.each([
    ['a price in USD', { price: '0.5' }],
    ['an amount in USDC', { amount: '500000', asset: offerOf('1').asset }],
  ])('behavior: %s is compared', async (_, asked) => {
    const bench = await open()
    const { store } = bench.service
    await store.saveCategoryQuotes(
      ['a', 'b', 'c'].map((name) => ({
        resource_id: `merchant/${name}/0`,
        category: 'merchant/data_api',
        host: `eip155:0x${name.repeat(40)}`,
        price_atomic: '10000',
        at: NOON,
      })),
    )
    expect(
      await json(
        await bench.get(
          path({
            merchant_wallet_address: WALLET,
            service_url: 'https://seller.example/weather',
            ...asked,
          }),
        ),
      ),
    ).toMatchObject({ price_fairness: 'high' })
  })

  test('behavior: an address of no chain is answered', async () => {
    const bench = await open()
    for (const wallet of ['nonsense', `0x${'1'.repeat(40)}`])
      expect(
        await json(await bench.get(path({ merchant_wallet_address: wallet }))),
      ).toMatchObject({
        recommendation: 'INSUFFICIENT_SIGNAL',
        data_sufficiency: 'INSUFFICIENT',
        trust_tier: null,
      })
  })

  test.each([
    ['merchant_wallet_address', {}],
    ['price', { merchant_wallet_address: WALLET, price: '-1' }],
    ['amount', { merchant_wallet_address: WALLET, amount: '1.5' }],
    ['service_url', { merchant_wallet_address: WALLET, service_url: 'x' }],
  ])('behavior: a bad %s is a problem that names it', async (field, asked) => {
    const bench = await open()
    const response = await bench.get(path(asked as Record<string, string>))
    expect(response.status).toBe(400)
    expect(response.headers.get('content-type')).toBe(
      'application/problem+json',
    )
    expect(await json(response)).toMatchObject({
      code: 'invalid_parameter',
      field,
      example: expect.anything(),
    })
  })
})

describe('documents', () => {
  test('default: auth.md has the price, the wallet and the flow', async () => {
    const bench = await createSurfaceBench({
      payTo: { 'eip155:8453': WALLET },
    })
    const response = await bench.get('/merchant/auth.md')
    expect(response.headers.get('content-type')).toMatch('text/markdown')
    const text = await response.text()
    for (const part of [
      '$0.01',
      WALLET,
      'PAYMENT-SIGNATURE',
      '/merchant/check',
    ])
      expect(text.replaceAll('\\', '')).toContain(part)
  })

  test('default: the methodology is made of the rulebook', async () => {
    const bench = await createSurfaceBench()
    const page = await (await bench.get('/merchant/methodology')).text()
    for (const part of ['low_payer_diversity', 'many_payers', 'data_api'])
      expect(page).toContain(part)
  })
})
