import { type Fraction, fraction } from '../../money/fraction.js'
import { sumFractions } from '../../money/sum-fractions.js'

/** The exact mean; `undefined` for none. */
export function meanOf(values: readonly Fraction[]): Fraction | undefined {
  if (values.length === 0) return undefined
  const { n, d } = sumFractions(values)
  return fraction(n, d * BigInt(values.length))
}
