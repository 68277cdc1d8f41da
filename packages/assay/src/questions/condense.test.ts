import { endpointHealth, isInputError, merchant } from '@assay402/core'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { condensePrices, marketOf, type Quote } from './condense.js'

const quotes = fc.array(
  fc.record({
    host: fc.integer({ min: 0, max: 320 }).map((n) => `h${n}.example`),
    price_atomic: fc.integer({ min: 0, max: 5_000 }).map(String),
  }),
  { maxLength: 900 },
)

describe('marketOf', () => {
  test('default: median of the medians of the hosts', () => {
    const rows: Quote[] = [
      { host: 'a', price_atomic: '1' },
      { host: 'a', price_atomic: '2' },
      { host: 'b', price_atomic: '10' },
      { host: 'c', price_atomic: 'x' },
    ]
    expect(marketOf(rows)).toEqual({
      quotes: rows.slice(0, 3),
      median_atomic: '5.75',
      hosts: 2,
      rows: 3,
    })
    expect(marketOf([])).toEqual({
      quotes: [],
      median_atomic: null,
      hosts: 0,
      rows: 0,
    })
  })

  test('behavior: endpoint-health answers on it as on all quotes', () => {
    fc.assert(
      fc.property(quotes, fc.integer({ min: 0, max: 6_000 }), (rows, quote) => {
        const { quotes: condensed } = marketOf(rows)
        expect(condensed.length).toBeLessThanOrEqual(400)
        expect(pricePoints(condensed, quote)).toBe(pricePoints(rows, quote))
      }),
      { numRuns: 60 },
    )
  })
})

describe('condensePrices', () => {
  test('default: unreadable ones are left out', () => {
    expect(condensePrices(['3', 'x', '1'])).toEqual(['1', '3'])
  })

  test('behavior: merchant answers on them as on all prices', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 5_000 }).map(String), {
          maxLength: 700,
        }),
        fc.integer({ min: 0, max: 6_000 }),
        (prices, own) => {
          const condensed = condensePrices(prices)
          expect(condensed.length).toBeLessThanOrEqual(200)
          expect(fairness(condensed, own)).toBe(fairness(prices, own))
        },
      ),
      { numRuns: 60 },
    )
  })
})

function pricePoints(rows: readonly Quote[], quote: number): unknown {
  const answer = endpointHealth.judge({
    now: '2026-11-30T12:00:00Z',
    quote_atomic: String(quote),
    category_quotes: rows,
  })
  return isInputError(answer) ? answer : answer.components.price.points
}

function fairness(prices: readonly string[], own: number): unknown {
  const answer = merchant.judge({
    now: '2026-11-30T12:00:00Z',
    wallet: `0x${'a'.repeat(40)}`,
    indexed: true,
    price_usd: own / 1_000_000,
    category: 'compute',
    comparable_prices_atomic: prices,
  })
  return isInputError(answer) ? answer : answer.price_fairness
}
