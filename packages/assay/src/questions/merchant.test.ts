import { describe, expect, test } from 'vitest'
import type { SettledFigures } from '../known/settled-figures.js'
import type { Listing, ListingSpan } from '../store/store.js'
import { listingOf, offerOf } from '../store/testing/samples.js'
import { merchantCategory, merchantQuestion } from './merchant.js'

const A = `0x${'aB'.repeat(20)}`
const B = `0x${'cD'.repeat(20)}`
const NOW = '2026-11-30T12:00:00Z'

function span(url: string, more: Partial<Listing> = {}): ListingSpan {
  return {
    ...listingOf(url, more),
    first_seen: 0,
    last_seen: 0,
    terms_sha256: '',
  }
}

describe('merchantQuestion', () => {
  test('default: calls summed over resources, payers the most of one', () => {
    const x = { total_calls_30d: 10, unique_payers_30d: 3 }
    const listings = [
      span('https://a.example/x', x),
      // The same resource in another source counts once.
      span('https://a.example/x', {
        ...x,
        source: 'x402scan',
        total_calls_30d: 12,
      }),
      span('https://b.example/y', {
        total_calls_30d: 5,
        unique_payers_30d: 4,
        offers: [offerOf('700', A.toLowerCase()), offerOf('900', B)],
      }),
    ]
    expect(
      merchantQuestion(
        { now: NOW, price_usd: '0.01', category: 'compute' },
        { wallet: A, listings, comparables: ['5', '3', '4'] },
        null,
      ),
    ).toEqual({
      now: NOW,
      wallet: A,
      indexed: true,
      activity: {
        source: 'catalog',
        first_seen: null,
        total_tx_count: 17,
        unique_payers: 4,
        completed_flows: null,
        abandoned_flows: null,
        refund_count: null,
        refund_eligible_volume_atomic: null,
      },
      price_usd: '0.01',
      advertised_prices_atomic: ['1000', '700'],
      category: 'compute',
      comparable_prices_atomic: ['3', '4', '5'],
      platforms: [
        { url: 'https://a.example', service_name: 'A title' },
        { url: 'https://b.example', service_name: 'A title' },
      ],
    })
  })

  test('behavior: figures that no catalog gives are unknown', () => {
    const listings = [
      span('https://a.example/x', {
        total_calls_30d: null,
        unique_payers_30d: null,
      }),
    ]
    const ask = { now: NOW, price_usd: null, category: null }
    expect(
      merchantQuestion(ask, { wallet: A, listings, comparables: [] }, null),
    ).toMatchObject({
      indexed: true,
      activity: { total_tx_count: null, unique_payers: null },
    })
    expect(
      merchantQuestion(ask, { wallet: A, listings: [], comparables: [] }, null),
    ).toEqual({
      now: NOW,
      wallet: A,
      indexed: false,
      price_usd: null,
      advertised_prices_atomic: [],
      category: null,
      comparable_prices_atomic: [],
      platforms: [],
    })
  })

  test('behavior: the chain comes before the catalog', () => {
    const ask = { now: NOW, price_usd: null, category: null }
    const listings = [span('https://a.example/x', { total_calls_30d: 900 })]
    const settled = (total_tx_count: number, daily: object[]) =>
      ({
        status: 'available',
        merchant_activity: { total_tx_count, unique_payers: 0, daily },
      }) as unknown as SettledFigures
    const activity = { total_tx_count: 0, unique_payers: 0, daily: [] }
    expect(
      merchantQuestion(
        ask,
        { wallet: A, listings, comparables: [] },
        settled(0, []),
      ),
    ).toMatchObject({ indexed: true, activity })
    const unlisted = { wallet: A, listings: [], comparables: [] }
    const indexed = (figures: SettledFigures) =>
      (merchantQuestion(ask, unlisted, figures) as { indexed: boolean }).indexed
    expect(indexed(settled(0, []))).toBe(false)
    expect(indexed(settled(0, [{}]))).toBe(true)
    expect(indexed(settled(1, []))).toBe(true)
    expect(
      merchantQuestion(ask, unlisted, { status: 'unavailable', code: 'stale' }),
    ).toMatchObject({ indexed: false })
  })
})

describe('merchantCategory', () => {
  const about = (title: string) =>
    span('https://a.example/x', { title, description: null, tags: [] })

  test.each<[string, ListingSpan[], string | null]>([
    ['no listing', [], null],
    ['one', [about('object storage bucket')], 'storage'],
    ['two that agree', [about('storage'), about('storage')], 'storage'],
    ['two that do not', [about('storage'), about('nothing')], 'other'],
  ])('%s', (_, listings, expected) => {
    expect(merchantCategory(listings)).toBe(expected)
  })
})
