import { decimalFraction } from '../../json/decimal.js'
import type { Fraction } from '../../money/fraction.js'
import {
  isQualityCode,
  QUALITY_CODES,
  type QualityCode,
} from '../../x402/quality-codes.js'
import type { EndpointRow } from './input.js'
import { meanOf } from './mean.js'

/** The mean value of the endpoints' quality codes; unknown codes are no data. */
export function qualityMean(
  endpoints: readonly EndpointRow[],
): Fraction | undefined {
  const values: Fraction[] = []
  for (const { quality_code } of endpoints)
    if (quality_code != null && isQualityCode(quality_code))
      values.push(VALUES[quality_code])
  return meanOf(values)
}

const VALUES = Object.fromEntries(
  Object.entries(QUALITY_CODES).map(([code, grade]) => [
    code,
    decimalFraction(grade.reputation_value),
  ]),
) as Record<QualityCode, Fraction>
