import { decimalFraction } from '../../json/decimal.js'
import type { Check, Keyword } from '../node.js'
import { isNumber, isPositive } from '../shapes.js'

/** Keywords that ask something of numbers; other values pass. */
export const NUMERIC_KEYWORDS: Readonly<Record<string, Keyword>> = {
  multipleOf: {
    wellFormed: isPositive,
    build: (divisor) => (_run, value) =>
      !isNumber(value) || isMultiple(value, divisor as number),
  },
  maximum: bound((value, limit) => value <= limit),
  exclusiveMaximum: bound((value, limit) => value < limit),
  minimum: bound((value, limit) => value >= limit),
  exclusiveMinimum: bound((value, limit) => value > limit),
}

/**
 * Exact for the decimal texts of both numbers: 0.3 is a multiple of 0.1. A
 * number beyond the range of a double is a multiple of nothing.
 */
function isMultiple(value: number, divisor: number): boolean {
  if (Number.isSafeInteger(value) && Number.isSafeInteger(divisor))
    return value % divisor === 0
  const dividend = decimalFraction(value)
  const by = decimalFraction(divisor)
  if (dividend === undefined || by === undefined) return value === 0
  return (dividend.n * by.d) % (dividend.d * by.n) === 0n
}

function bound(holds: (value: number, limit: number) => boolean): Keyword {
  return {
    wellFormed: isNumber,
    build:
      (limit): Check =>
      (_run, value) =>
        !isNumber(value) || holds(value, limit as number),
  }
}
