import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { exactInteger, numberKey } from './number-text.js'

describe('exactInteger', () => {
  test.each<[string, number | undefined]>([
    ['0', 0],
    ['-0', 0],
    ['0.000e5', 0],
    ['0e999', 0],
    ['1', 1],
    ['-7', -7],
    ['1e4', 10_000],
    ['1E+4', 10_000],
    ['10000.00', 10_000],
    ['12300e-2', 123],
    ['0.0123e4', 123],
    ['12345e-2', undefined],
    ['0.5', undefined],
    ['0.99999999999999999999', undefined],
    ['1e-999', undefined],
    ['9007199254740991', 9_007_199_254_740_991],
    ['9007199254740991.0', 9_007_199_254_740_991],
    ['9007199254740991.4', undefined],
    ['9007199254740992', Number.POSITIVE_INFINITY],
    ['9999999999999999', Number.POSITIVE_INFINITY],
    ['10000000000000000', Number.POSITIVE_INFINITY],
    ['-9007199254740992', Number.NEGATIVE_INFINITY],
    ['1e999', Number.POSITIVE_INFINITY],
    [`1e${'9'.repeat(400)}`, Number.POSITIVE_INFINITY],
  ])('default %s', (written, expected) => {
    expect(exactInteger(Number(written), written)).toBe(expected)
  })

  test('behavior: without a text the number itself is read', () => {
    expect(exactInteger(1e21, undefined)).toBe(Number.POSITIVE_INFINITY)
    expect(exactInteger(1.5, undefined)).toBeUndefined()
    expect(exactInteger(5e-324, undefined)).toBeUndefined()
  })

  test('behavior: integers in any notation', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), fc.nat(30), (value, zeros) => {
        expect(exactInteger(value, undefined)).toBe(value + 0)
        const shifted = `${value}${'0'.repeat(zeros)}e-${zeros}`
        expect(exactInteger(Number(shifted), shifted)).toBe(value + 0)
      }),
    )
  })
})

describe('numberKey', () => {
  test.each<[string, string]>([
    ['0', '-0.0e7'],
    ['1e4', '10000'],
    ['0.50', '5e-1'],
    ['-1.20', '-12e-1'],
  ])('behavior: %s equals %s', (a, b) => {
    expect(numberKey(Number(a), a)).toBe(numberKey(Number(b), b))
  })

  test.each<[string, string]>([
    ['1', '-1'],
    ['1', '10'],
    ['9007199254740992', '9007199254740993'],
    ['1', '1.00000000000000000001'],
  ])('behavior: %s differs from %s', (a, b) => {
    expect(numberKey(Number(a), a)).not.toBe(numberKey(Number(b), b))
  })

  test('behavior: without a text the number itself is read', () => {
    expect(numberKey(10_000, undefined)).toBe(numberKey(10_000, '1e4'))
  })
})
