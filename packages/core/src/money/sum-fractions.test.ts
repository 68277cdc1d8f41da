import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addFractions, compareFractions, fraction } from './fraction.js'
import { sumFractions } from './sum-fractions.js'

describe('sumFractions', () => {
  test('default', () => {
    expect(sumFractions([])).toEqual({ n: 0n, d: 1n })
    expect(sumFractions([fraction(2n, 3n)])).toEqual({ n: 2n, d: 3n })
    expect(sumFractions([fraction(1n, 4n), fraction(2n, 4n)])).toEqual({
      n: 3n,
      d: 4n,
    })
    expect(sumFractions([fraction(1n, 2n), fraction(1n, 3n)])).toEqual({
      n: 5n,
      d: 6n,
    })
  })

  test('behavior: equals adding one by one', () => {
    const any = fc
      .tuple(fc.bigInt(), fc.bigInt({ min: 1n, max: 10n ** 12n }))
      .map(([n, d]) => fraction(n, d))
    fc.assert(
      fc.property(fc.array(any), (values) => {
        const one = values.reduce(addFractions, fraction(0n))
        expect(compareFractions(sumFractions(values), one)).toBe(0)
      }),
    )
  })
})
