import { describe, expect, test } from 'vitest'
import { countingService } from '../quota/testing/callers.js'
import { paidPath } from './challenge.js'
import { createCashier } from './facilitator.js'
import { PRICES, priceOf } from './prices.js'
import { wellKnownX402 } from './published.js'
import { takingFacilitator } from './testing/payments.js'

const WALLET = `0x${'bb'.repeat(20)}`

describe('PRICES', () => {
  test('default: as they are published', () => {
    expect(PRICES.map(({ id, usd }) => [id, usd])).toEqual([
      ['terms', '0.02'],
      ['terms_router', '0.20'],
      ['merchant', '0.01'],
      ['endpoint_health', '0.005'],
      ['counterparty', '0.02'],
      ['destination', '0.001'],
    ])
    expect(priceOf('terms_router').pack).toEqual({
      answers: 10,
      days: 90,
      of: 'terms',
    })
    expect(() => priceOf('free' as never)).toThrow('no price free')
  })

  test('behavior: fit what catalogs take', async () => {
    const service = await countingService()
    const { server } = createCashier(service, takingFacilitator())
    for (const price of PRICES) {
      expect(price.description.length).toBeLessThanOrEqual(500)
      expect(price.tags.length).toBeLessThanOrEqual(5)
      expect(() =>
        paidPath(price, server, service.settings, WALLET),
      ).not.toThrow()
    }
  })
})

describe('wellKnownX402', () => {
  test('default: what is sold, and how', async () => {
    const { settings } = await countingService({
      publicUrl: 'https://assay.example/',
      payTo: { 'eip155:8453': WALLET },
    })
    const { resources, prices, payment } = wellKnownX402(settings)
    expect(resources).toEqual(
      PRICES.map(({ path }) => `https://assay.example${path}`),
    )
    expect(prices[2]).toEqual({
      resource: 'https://assay.example/merchant/check',
      methods: ['GET'],
      price_usd: '0.01',
      description: priceOf('merchant').description,
      free: null,
      prepaid_answers: null,
    })
    expect(payment).toEqual({
      configured: true,
      scheme: 'exact',
      network: 'eip155:8453',
      pay_to: WALLET,
      facilitator: 'https://facilitator.example',
      max_timeout_seconds: 60,
    })
  })

  test.each([
    ['without a wallet', {}],
    ['open', { open: true, payTo: { 'eip155:8453': WALLET } }],
    [
      'on a network that is not EVM',
      { network: 'solana:5', payTo: { 'solana:5': 'x' } },
    ],
  ])('behavior: nothing is sold %s', async (_, more) => {
    const { settings } = await countingService(more)
    const { resources, payment } = wellKnownX402(settings)
    expect([resources, payment.configured]).toEqual([[], false])
  })
})
