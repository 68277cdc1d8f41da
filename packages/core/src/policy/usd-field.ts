import { z } from 'zod'
import { decimalText, type Fraction } from '../money/fraction.js'
import { parseUsd } from '../money/usd.js'

const PROBLEM = 'not an amount ≥ 0: a decimal string or a number, e.g. "0.25"'

/**
 * A USD amount ≥ 0, a decimal string or a number, exact. Given back as a
 * decimal string without needless zeros, so that equal amounts look equal.
 */
export const usdField = z
  .union([z.string(), z.number()], PROBLEM)
  .transform((written, context): string => {
    const amount = parseUsd(written)
    if (amount !== undefined) return decimalOf(amount)
    context.addIssue({ code: 'custom', message: PROBLEM })
    return z.NEVER
  })
  .meta({ description: 'A decimal string or a number ≥ 0, exact' })

/** The exact amount of text that `usdField` gave. */
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
