import { describe, expect, test } from 'vitest'
import { ago, type Json, judged, NOW, points } from './testing/judged.js'

describe('price', () => {
  const of = (quote_atomic: unknown, ...prices: unknown[]) =>
    points({
      quote_atomic,
      category_quotes: prices.map((price_atomic, i) => ({
        host: `${i}.example`,
        price_atomic,
      })),
    })['price']
  test('behavior: steps at one, two and five times the median', () => {
    const market = ['1', '1000', '9000']
    expect(
      ['1000', '1001', '2000', '2001', '5000', '5001'].map((quote) =>
        of(quote, ...market),
      ),
    ).toEqual([10, 8, 8, 4, 4, 0])
    // The median of 1000 and 1001 is not rounded.
    expect(
      ['1000', '1001', '2001', '2002'].map((quote) =>
        of(quote, '1', '1000', '1001', '9000'),
      ),
    ).toEqual([10, 8, 8, 4])
  })

  test('behavior: a median of zero', () => {
    expect([of('0', '0', '0', '0'), of('1', '0', '0', '0')]).toEqual([10, 0])
  })

  test('behavior: unknown without a quote or three hosts', () => {
    expect(of(null, '1', '1', '1')).toBeNull()
    expect(of('1.5', '1', '1', '1')).toBeNull()
    expect(of('1', '1', '1')).toBeNull()
    expect(of('1', '1', '1', 1)).toBeNull()
    expect(points({ category_quotes: undefined })['price']).toBeNull()
    const spellings = ['a.example', 'A.example', 'b.example', 5]
    expect(
      points({
        category_quotes: [
          ...spellings.map((host) => ({ host, price_atomic: '1' })),
          'x',
        ],
      })['price'],
    ).toBeNull()
  })

  test('behavior: one host has one vote, its own median', () => {
    const rows = (host: string, ...prices: string[]) =>
      prices.map((price_atomic) => ({ host, price_atomic }))
    const category_quotes = [
      ...rows('a.example', '1', '1', '1', '1', '1'),
      ...rows('b.example', '1000', '1003'),
      ...rows('__proto__', '2000'),
    ]
    const quoted = (quote_atomic: string) =>
      points({ quote_atomic, category_quotes })['price']
    expect([
      quoted('1001'),
      quoted('1002'),
      quoted('2003'),
      quoted('2004'),
    ]).toEqual([10, 8, 8, 4])
  })
})

describe('domain_age', () => {
  const registered = (registered_at: unknown, status: unknown = 'known') =>
    points({ registration: { status, registered_at } })['domain_age']
  test.each([
    ['2025-11-30T12:00:00Z', 10],
    ['2025-11-30T12:00:01Z', 7],
    ['2026-09-01T12:00:00Z', 7],
    ['2026-09-01T12:00:00.000001Z', 4],
    ['2026-10-31T12:00:00Z', 4],
    ['2026-10-31T12:00:01Z', 0],
    [NOW, 0],
    ['2026-11-30T12:00:01Z', null],
    ['long ago', null],
    [null, null],
  ])('behavior: registered at %s', (at, expected) => {
    expect(registered(at)).toBe(expected)
  })

  test('behavior: a status that is not known', () => {
    expect(registered('2020-01-01T00:00:00Z', 'unknown')).toBeNull()
    expect(registered('2020-01-01T00:00:00Z', null)).toBeNull()
    expect(points({ registration: null })['domain_age']).toBeNull()
  })

  test.each([
    ['https://SELLER.example./x', 10],
    ['https://shop.co.uk/', 10],
    ['https://münchen.example/', 10],
    ['https://me.github.io/x', null],
    ['https://github.io/', null],
    ['https://a.b.vercel.app', null],
    ['https://203.0.113.9/', null],
    ['https://0x7f.1/', null],
    ['https://[2001:db8::1]/', null],
    ['https://localhost/', null],
    ['https://co.uk/', null],
    ['https://a..example/', null],
    ['https://.seller.example/', null],
    ['data:text/plain,x', null],
    ['not a url', null],
    [null, null],
  ])('behavior: the host of %s', (url, expected) => {
    expect(points({ url })['domain_age']).toBe(expected)
  })
})

describe('sanctions', () => {
  const screened = (over: Json) =>
    points({
      sanctions: {
        fetched_at: ago(2),
        addresses_checked: 1,
        matches: [],
        ...over,
      },
    })['sanctions']
  test.each([
    ['fetched 26 hours ago', { fetched_at: ago(26) }, 15],
    ['a second older', { fetched_at: '2026-11-29T09:59:59Z' }, null],
    ['fetched now', { fetched_at: NOW }, 15],
    ['fetched later', { fetched_at: '2026-11-30T12:00:01Z' }, null],
    ['never fetched', { fetched_at: null }, null],
    ['no address checked', { addresses_checked: 0 }, null],
    ['a broken count of addresses', { addresses_checked: 1.5 }, null],
    ['an absent count of addresses', { addresses_checked: null }, null],
    ['absent matches', { matches: null }, null],
    ['a match', { matches: [{ address: '0x1' }] }, 0],
    ['rows that are no match', { matches: [null, 5, []] }, 15],
    ['a match in a stale list', { matches: [{}], fetched_at: ago(27) }, null],
  ])('behavior: %s', (_, over, expected) => {
    expect(screened(over)).toBe(expected)
  })
})

describe('category', () => {
  test.each([
    [['x402', 'sEARCH'], 'Search'],
    [['Random', 'AI'], 'AI'],
    [['Games', 5, null], 'Uncategorized'],
    [['AI agents'], 'Uncategorized'],
    [[], 'Uncategorized'],
    [null, 'Uncategorized'],
  ])('behavior: tags %s', (tags, category) => {
    expect(judged({ tags }).category).toBe(category)
  })

  test.each([
    ['get', 'GET'],
    ['PUT', 'PUT'],
    [null, 'GET'],
  ])('behavior: method %s', (advertised_method, method) => {
    expect(judged({ advertised_method }).method).toBe(method)
  })
})
