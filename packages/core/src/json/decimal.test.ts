import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Fraction } from '../money/fraction.js'
import { decimalFraction } from './decimal.js'

describe('decimalFraction', () => {
  test.each([
    [0, 0n, 1n],
    [-0, 0n, 1n],
    [42, 42n, 1n],
    [0.1, 1n, 10n],
    [-0.25, -25n, 100n],
    [1e21, 10n ** 21n, 1n],
    [1.5e22, 15n * 10n ** 21n, 1n],
    [1e-7, 1n, 10n ** 7n],
    [5e-324, 5n, 10n ** 324n],
  ])('%d', (value, n, d) => {
    expect(decimalFraction(value)).toEqual({ n, d })
  })

  test.each([Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])(
    '%d is no number',
    (value) => {
      expect(decimalFraction(value)).toBeUndefined()
    },
  )

  test('behavior: the fraction is the number', () => {
    const finite = fc.double({ noNaN: true, noDefaultInfinity: true })
    fc.assert(
      fc.property(finite, (value) => {
        const { n, d } = decimalFraction(value) as Fraction
        const places = d.toString().length - 1
        // Adding 0 makes -0 plain.
        expect(Number(`${n}e-${places}`)).toBe(value + 0)
      }),
    )
  })
})
