import { describe, expect, test } from 'vitest'
import { EVM, judged, USDC } from './testing/judged.js'

describe('price fairness', () => {
  const market = ['1000', '1000', '1000']
  test.each([
    ['three times the median', { price_usd: '0.003' }, 'high'],
    ['just under', { price_usd: '0.0029999999' }, 'fair'],
    ['0.35 of it', { price_usd: '0.00035' }, 'low'],
    ['just over', { price_usd: '0.000350000001' }, 'fair'],
    ['a number', { price_usd: 0.003 }, 'high'],
    ['zero', { price_usd: 0 }, 'low'],
    [
      'a number too large to read',
      { price_usd: Number.POSITIVE_INFINITY },
      'unknown',
    ],
    ['nothing', {}, 'unknown'],
    ['an amount of USDC', { amount_atomic: '3000', asset: USDC }, 'high'],
    [
      'an unreadable price and an amount',
      { price_usd: '-1', amount_atomic: '350', asset: USDC },
      'low',
    ],
    [
      'an amount of something else',
      { amount_atomic: '3000', asset: EVM },
      'unknown',
    ],
    ['an amount of nothing known', { amount_atomic: '3000' }, 'unknown'],
    ['an unreadable amount', { amount_atomic: '3e3', asset: USDC }, 'unknown'],
    ['no category', { price_usd: '1', category: null }, 'unknown'],
    [
      'two comparables',
      { price_usd: '1', comparable_prices_atomic: ['1', '1'] },
      'unknown',
    ],
    [
      'no comparables',
      { price_usd: '1', comparable_prices_atomic: null },
      'unknown',
    ],
    [
      'a median of zero',
      { price_usd: '1', comparable_prices_atomic: ['0', '0', '9'] },
      'unknown',
    ],
    [
      'the mean of the middle two',
      {
        price_usd: '0.003001',
        comparable_prices_atomic: ['1', '1000', '1001', '9'.repeat(30)],
      },
      'fair',
    ],
    [
      'the mean of the middle two, high',
      {
        price_usd: '0.0030015',
        comparable_prices_atomic: ['1', '1000', '1001', '9'.repeat(30)],
      },
      'high',
    ],
  ])('behavior: %s', (_, over, expected) => {
    expect(
      judged({ comparable_prices_atomic: market, ...over }).price_fairness,
    ).toBe(expected)
  })

  test.each([
    [['3000'], 'high'],
    [['2999'], 'fair'],
    [['350'], 'low'],
    [['351'], 'fair'],
    [['1', '2999', '3001'], 'fair'],
    [[], 'unknown'],
    [null, 'unknown'],
  ])('behavior: own prices %s', (advertised_prices_atomic, expected) => {
    const over = { advertised_prices_atomic, comparable_prices_atomic: market }
    expect(judged(over).pricing.fairness_vs_category).toBe(expected)
  })
})
