import { THRESHOLDS } from './data.js'
import type { PayerConcentration } from './output.js'

/**
 * How concentrated the payers of a wallet are. The flag of the diversity
 * signal is HIGH and nothing else, so the two can never disagree.
 */
export function payerConcentration(
  unique: number | undefined,
  total: number,
): PayerConcentration {
  if (unique === undefined) return 'UNKNOWN'
  if (unique >= THRESHOLDS.many_payers.value) return 'LOW'
  const { low_diversity_percent: low, medium_diversity_percent: medium } =
    THRESHOLDS
  const [part, whole] = [BigInt(unique), BigInt(total)]
  if (isBelowPercent(part, whole, low.value)) return 'HIGH'
  return isBelowPercent(part, whole, medium.value) ? 'MEDIUM' : 'LOW'
}

/** part / whole < percent / 100, exactly; never for a whole of 0. */
export function isBelowPercent(
  part: bigint,
  whole: bigint,
  percent: number,
): boolean {
  return part * 100n < BigInt(percent) * whole
}
