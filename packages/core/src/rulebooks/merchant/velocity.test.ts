import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Instant, parseDay, parseInstant } from '../../time/instant.js'
import type { DailyRow } from './input.js'
import { isBurst, isSizeJump, velocityOf } from './velocity.js'

const NOON = parseInstant('2026-11-30T12:00:00Z') as Instant
const LAST = parseDay('2026-11-29') as number

/** Rows that end on the last complete day; the newest is the last one. */
function series(...days: [transactions: number, volume: number | string][]) {
  return days.map(
    ([transactions, volume], i): DailyRow => ({
      day: LAST - (days.length - 1 - i),
      transactions,
      volume: BigInt(volume),
    }),
  )
}

const many = (count: number, transactions: number, volume: number) =>
  Array.from({ length: count }, (): [number, number] => [transactions, volume])

function fires(rows: readonly DailyRow[], chain: 'base' | 'solana' = 'base') {
  const velocity = velocityOf(rows, NOON)
  return velocity && [isBurst(velocity, chain), isSizeJump(velocity)]
}

describe('velocityOf', () => {
  test('default', () => {
    const rows = series(...many(8, 1, 10), [2, 20])
    expect(velocityOf(rows, NOON)).toEqual({
      newest: rows[8],
      before: rows.slice(0, 8).reverse(),
    })
  })

  test('behavior: seven days before the newest are too few', () => {
    expect(velocityOf(series(...many(7, 1, 10), [2, 20]), NOON)).toBeUndefined()
    expect(velocityOf([], NOON)).toBeUndefined()
  })

  test('behavior: the newest day must be the last complete one', () => {
    const rows = series(...many(20, 1, 10)).map((row) => ({
      ...row,
      day: row.day - 1,
    }))
    expect(velocityOf(rows, NOON)).toBeUndefined()
    const midnight = parseInstant('2026-11-30T00:00:00Z') as Instant
    const before = parseInstant('2026-11-29T23:59:59.9Z') as Instant
    expect(velocityOf(rows, midnight)).toBeUndefined()
    expect(velocityOf(rows, before)?.newest).toEqual(rows[19])
  })

  test('behavior: the running and later days, and second rows, are left out', () => {
    const rows = series(...many(9, 1, 10))
    const late = [0, 1].map((i) => ({ ...rows[0], day: LAST + 1 + i }))
    const second = rows.map((row) => ({ ...row, transactions: 9 }))
    const given = [...late, ...rows, ...second] as DailyRow[]
    expect(velocityOf(given, NOON)).toEqual(velocityOf(rows, NOON))
  })

  test('behavior: gaps are zero days and only 29 days count', () => {
    const newest = { day: LAST, transactions: 1, volume: 1n }
    const eight = velocityOf([{ ...newest, day: LAST - 8 }, newest], NOON)
    expect(eight?.before.map((day) => day.transactions)).toEqual([
      0, 0, 0, 0, 0, 0, 0, 1,
    ])
    const long = velocityOf([{ ...newest, day: LAST - 29 }, newest], NOON)
    expect(long?.before.map((day) => day.transactions)).toEqual([
      ...Array(28).fill(0),
      1,
    ])
    const longer = velocityOf([newest, { ...newest, day: LAST - 30 }], NOON)
    expect(longer?.before.map((day) => day.transactions)).toEqual(
      Array(29).fill(0),
    )
  })

  test('behavior: the order of rows with different days means nothing', () => {
    const rows = series(...many(12, 3, 10), [2, 20])
    fc.assert(
      fc.property(fc.shuffledSubarray(rows, { minLength: 13 }), (shuffled) => {
        expect(velocityOf(shuffled, NOON)).toEqual(velocityOf(rows, NOON))
      }),
    )
  })
})

describe('isBurst', () => {
  test.each([
    ['the floor', series(...many(8, 1, 0), [200, 0]), 'base', false],
    ['one over it', series(...many(8, 1, 0), [201, 0]), 'base', true],
    [
      'a quiet baseline counts as one',
      series(...many(8, 0, 0), [201, 0]),
      'base',
      true,
    ],
    [
      'eight times the median',
      series(...many(8, 100, 0), [800, 0]),
      'base',
      false,
    ],
    [
      'one over eight times',
      series(...many(8, 100, 0), [801, 0]),
      'base',
      true,
    ],
    [
      'a half median',
      series(...many(4, 25, 0), ...many(4, 26, 0), [204, 0]),
      'base',
      false,
    ],
    [
      'one over eight half medians',
      series(...many(4, 25, 0), ...many(4, 26, 0), [205, 0]),
      'base',
      true,
    ],
    [
      'the floor of Solana',
      series(...many(8, 1, 0), [800, 0]),
      'solana',
      false,
    ],
    ['one over it', series(...many(8, 1, 0), [801, 0]), 'solana', true],
  ] as const)('behavior: %s', (_, rows, chain, expected) => {
    expect(fires(rows, chain)?.[0]).toBe(expected)
  })
})

describe('isSizeJump', () => {
  test.each([
    [
      'ten times the median',
      series(...many(8, 10, 10_000), [5, 50_000]),
      false,
    ],
    ['just over it', series(...many(8, 10, 10_000), [5, 50_001]), true],
    ['four settlements', series(...many(8, 10, 10_000), [4, 400_000]), false],
    [
      'seven days with settlements',
      series([10, 1], [0, 0], ...many(6, 10, 1), [5, 999]),
      false,
    ],
    [
      'eight of them',
      series([10, 1], [0, 0], ...many(7, 10, 1), [5, 999]),
      true,
    ],
    ['a median of zero', series(...many(8, 10, 0), [5, 999]), false],
    [
      'just not zero',
      series(...many(4, 10, 0), ...many(4, 10, 10), [5, 26]),
      true,
    ],
    [
      'equal to ten times that half',
      series(...many(4, 10, 0), ...many(4, 10, 10), [5, 25]),
      false,
    ],
    [
      'half of the days under it, the median not',
      series(...many(4, 1, 1), ...many(4, 1, 99), [5, 2_500]),
      false,
    ],
    [
      'the same, just over',
      series(...many(4, 1, 1), ...many(4, 1, 99), [5, 2_501]),
      true,
    ],
    [
      'amounts beyond a double',
      series(...many(8, 1, 1), [5, '9'.repeat(70)]),
      true,
    ],
  ] as const)('behavior: %s', (_, rows, expected) => {
    expect(fires(rows)?.[1]).toBe(expected)
  })

  test('behavior: it is what sorting all means says', () => {
    const day = fc.tuple(fc.nat(3), fc.nat(30))
    fc.assert(
      fc.property(
        fc.array(day, { minLength: 8, maxLength: 29 }),
        fc.nat(900),
        (days, volume) => {
          const means = days
            .filter(([transactions]) => transactions > 0)
            .map(([transactions, amount]) => (amount * 6) / transactions)
            .sort((a, b) => a - b)
          const upper = means[means.length >> 1] ?? 0
          const lower = means[(means.length - 1) >> 1] ?? 0
          const expected =
            means.length >= 8 &&
            lower + upper > 0 &&
            (volume / 5) * 6 > 5 * (lower + upper) + 1e-9
          const rows = series(...days, [5, volume])
          expect(fires(rows)?.[1]).toBe(expected)
        },
      ),
      { numRuns: 500 },
    )
  })
})
