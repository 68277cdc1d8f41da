import { z } from 'zod'
import { parseUsd } from '../money/usd.js'
import { decimalOf } from '../money/usd-text.js'

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
