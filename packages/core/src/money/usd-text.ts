import { decimalText, type Fraction } from './fraction.js'
import { parseUsd } from './usd.js'

/** The exact amount of a text that is known to be one. */
export function usdOf(text: string): Fraction {
  return parseUsd(text) as Fraction
}

/**
 * An amount whose denominator is a power of ten, as a plain decimal without
 * needless zeros.
 */
export function decimalOf(amount: Fraction): string {
  return decimalText(amount.n, String(amount.d).length - 1)
}
