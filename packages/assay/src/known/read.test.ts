import { describe, expect, test } from 'vitest'
import type { CatalogPass, ListingSpan } from '../store/store.js'
import { listingOf } from '../store/testing/samples.js'
import { catalogsOf, liveListings } from './read.js'

function pass(source: string, started_at: number, status = 'complete') {
  return { source, started_at, status } as CatalogPass
}

function span(source: string, last_seen: number, title = source): ListingSpan {
  return {
    ...listingOf('https://a.example/x', { source, title }),
    first_seen: 0,
    last_seen,
    terms_sha256: '',
  }
}

describe('liveListings', () => {
  test('default: the newest span of each source that still lists it', () => {
    const catalogs = catalogsOf([
      pass('bazaar', 10),
      pass('bazaar', 20),
      pass('x402scan', 30),
      pass('x402scan', 90, 'partial'),
      pass('gone', 50),
    ])
    expect(catalogs).toEqual(
      new Map([
        ['bazaar', 20],
        ['x402scan', 30],
        ['gone', 50],
      ]),
    )
    const live = liveListings(
      [
        span('bazaar', 20),
        span('x402scan', 40),
        span('bazaar', 60, 'old'),
        span('gone', 49),
        span('file', 5),
      ],
      catalogs,
    )
    expect(live.map(({ title, last_seen }) => [title, last_seen])).toEqual([
      ['x402scan', 40],
      ['bazaar', 20],
      ['file', 5],
    ])
  })
})
