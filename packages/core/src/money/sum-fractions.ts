import { addFractions, type Fraction, fraction } from './fraction.js'

/**
 * The exact sum of many fractions; 0 for none. Added in pairs, so that the
 * cost stays near n log n although unlike denominators multiply.
 */
export function sumFractions(values: readonly Fraction[]): Fraction {
  return sumRange(values, 0, values.length)
}

function sumRange(
  values: readonly Fraction[],
  from: number,
  to: number,
): Fraction {
  if (to - from <= 1) return values[from] ?? ZERO
  const middle = (from + to) >> 1
  return add(sumRange(values, from, middle), sumRange(values, middle, to))
}

const ZERO = fraction(0n)

function add(a: Fraction, b: Fraction): Fraction {
  return a.d === b.d ? { n: a.n + b.n, d: a.d } : addFractions(a, b)
}
