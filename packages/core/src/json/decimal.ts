import { type Fraction, fraction } from '../money/fraction.js'

/**
 * The exact value of a JSON number by its shortest decimal form: 0.1 is 1/10.
 * `undefined` for NaN and the infinities.
 */
export function decimalFraction(value: number): Fraction | undefined {
  if (!Number.isFinite(value)) return undefined
  const [mantissa = '', exponent = '0'] = String(value).split('e')
  const [whole, decimals = ''] = mantissa.split('.')
  const digits = BigInt(whole + decimals)
  const shift = Number(exponent) - decimals.length
  return shift < 0
    ? fraction(digits, 10n ** BigInt(-shift))
    : fraction(digits * 10n ** BigInt(shift))
}
