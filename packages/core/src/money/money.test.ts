import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  addFractions,
  compareFractions,
  decimalText,
  floorDivide,
  fraction,
  medianOf,
  medianOfFractions,
  multiplyFractions,
  roundHalfUp,
  shownNumber,
} from './fraction.js'
import { atomicToUsd, parseAtomic, parseUsd, usdToAtomic } from './usd.js'

describe('fraction', () => {
  test('default', () => {
    expect(fraction(1n, -2n)).toEqual({ n: -1n, d: 2n })
    expect(() => fraction(1n, 0n)).toThrow(RangeError)
    expect(compareFractions(fraction(1n, 3n), fraction(2n, 6n))).toBe(0)
    expect(compareFractions(fraction(1n, 3n), fraction(1n, 2n))).toBe(-1)
    expect(compareFractions(fraction(2n, 3n), fraction(1n, 2n))).toBe(1)
    expect(addFractions(fraction(1n, 2n), fraction(1n, 3n))).toEqual(
      fraction(5n, 6n),
    )
    expect(multiplyFractions(fraction(1n, 2n), fraction(1n, 3n))).toEqual(
      fraction(1n, 6n),
    )
  })

  test.each<[bigint, bigint, bigint]>([
    [7n, 2n, 3n],
    [-7n, 2n, -4n],
    [-8n, 2n, -4n],
  ])('floorDivide(%s, %s)', (n, d, expected) => {
    expect(floorDivide(n, d)).toBe(expected)
  })

  test.each<[bigint, bigint, number, bigint]>([
    [1n, 2n, 0, 1n],
    [-1n, 2n, 0, 0n],
    [49999n, 100000n, 0, 0n],
    [125n, 1000n, 2, 13n],
    [1n, 3n, 4, 3333n],
  ])('roundHalfUp(%s/%s, %s)', (n, d, places, expected) => {
    expect(roundHalfUp(fraction(n, d), places)).toBe(expected)
  })

  test.each<[bigint, number, string]>([
    [0n, 6, '0'],
    [10000n, 6, '0.01'],
    [1000000n, 6, '1'],
    [-5n, 1, '-0.5'],
    [15n, 0, '15'],
  ])('decimalText(%s, %s)', (units, places, text) => {
    expect(decimalText(units, places)).toBe(text)
  })

  test('shownNumber', () => {
    expect(shownNumber(fraction(2n, 3n), 4)).toBe(0.6667)
  })

  test('medianOf', () => {
    expect(medianOf([])).toBeUndefined()
    expect(medianOf([3n, 1n, 2n])).toEqual(fraction(2n))
    expect(medianOf([4n, 1n, 2n, 1n])).toEqual(fraction(3n, 2n))
  })
})

describe('parseUsd', () => {
  test.each<[unknown, bigint]>([
    ['0', 0n],
    ['0.01', 10000n],
    ['00.010', 10000n],
    ['0.0000005', 1n],
    ['0.00000049', 0n],
    [0.01, 10000n],
    [1e-7, 0n],
    [5e-7, 1n],
    [1.5e-6, 2n],
    [1e21, 10n ** 27n],
    [1.25e22, 125n * 10n ** 26n],
  ])('%s → %s atomic', (value, atomic) => {
    const usd = parseUsd(value)
    expect(usd === undefined ? undefined : usdToAtomic(usd)).toBe(atomic)
  })

  test.each<unknown>([
    '',
    '.5',
    '1.',
    '-1',
    '+1',
    '1e3',
    ' 1',
    '1 ',
    '1,5',
    '0x1',
    'NaN',
    '١',
    -1,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    null,
    undefined,
    {},
    [],
    true,
  ])('%s is no amount', (value) => {
    expect(parseUsd(value)).toBeUndefined()
  })

  test('behavior: atomic → text → atomic is the identity', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 256n }), (atomic) => {
        const usd = parseUsd(atomicToUsd(atomic))
        expect(usd && usdToAtomic(usd)).toBe(atomic)
      }),
    )
  })
})

describe('parseAtomic', () => {
  test.each<[unknown, bigint | undefined]>([
    ['0', 0n],
    ['007', 7n],
    ['9'.repeat(78), 10n ** 78n - 1n],
    ['9'.repeat(79), undefined],
    ['', undefined],
    ['-1', undefined],
    ['1.0', undefined],
    ['１', undefined],
    [1, undefined],
  ])('%s', (value, expected) => {
    expect(parseAtomic(value)).toBe(expected)
  })
})

describe('medianOfFractions', () => {
  test('default', () => {
    const half = fraction(1n, 2n)
    const third = fraction(1n, 3n)
    expect(medianOfFractions([])).toBeUndefined()
    expect(medianOfFractions([half])).toEqual(half)
    expect(medianOfFractions([half, third, fraction(9n)])).toEqual(half)
    expect(medianOfFractions([half, third])).toEqual(fraction(5n, 12n))
  })

  test('behavior: of integers it is medianOf', () => {
    fc.assert(
      fc.property(fc.array(fc.bigInt(), { minLength: 1 }), (values) => {
        const median = medianOf(values)
        const same = medianOfFractions(values.map((value) => fraction(value)))
        expect(median && same && compareFractions(median, same)).toBe(0)
      }),
    )
  })
})
