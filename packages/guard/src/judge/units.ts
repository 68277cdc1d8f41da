import {
  atomicToUsd,
  parseAtomic,
  parseUsd,
  usdToAtomic,
} from '@assay402/core/light'
import { guardReason, type ReportReason } from '../guard-reasons.js'

/** Powers of ten by which sellers get their units wrong, and what each means. */
const SLIPS = [
  { power: 12, text: 'looks sized for a token of 18 decimals; USDC has 6' },
  {
    power: 6,
    text: 'is 10^6 times that: the price was turned into atomic units twice',
  },
  { power: 2, text: 'is 100 times that: cents were taken for dollars' },
  {
    power: -6,
    text: 'is a millionth of that: dollars stand where atomic units belong',
  },
] as const

/**
 * Explains a price whose units were mixed up. Only words beside a refusal:
 * what is refused, the rules decide.
 *
 * @param amount atomic units of the challenge
 * @param expectedUsd what the listing, the task or else the limit says
 */
export function explainUnits(
  amount: string | null,
  expectedUsd: string | null | undefined,
): ReportReason | undefined {
  const live = parseAtomic(amount)
  const expected = parseUsd(expectedUsd)
  if (live === undefined || expected === undefined) return undefined
  const wanted = usdToAtomic(expected)
  if (live === 0n || wanted === 0n) return undefined
  for (const { power, text } of SLIPS) {
    const scaled = power > 0 ? wanted * 10n ** BigInt(power) : wanted
    const measured = power > 0 ? live : live * 10n ** BigInt(-power)
    if (!isNear(measured, scaled)) continue
    return guardReason('units', {
      measured: atomicToUsd(live),
      threshold: atomicToUsd(wanted),
      detail: `The challenge asks for ${amount} atomic units, ${atomicToUsd(live)} USD where ${atomicToUsd(wanted)} USD is expected: it ${text}.`,
    })
  }
  return undefined
}

/** An amount that only makes sense with 18 decimals. */
export function explainHugeAmount(
  amount: string | null,
): ReportReason | undefined {
  const live = parseAtomic(amount)
  // From a billion dollars on no honest API price is meant.
  if (live === undefined || live < 10n ** 15n) return undefined
  const as18 = atomicToUsd(live / 10n ** 12n)
  return guardReason('units', {
    measured: atomicToUsd(live),
    detail: `The challenge asks for ${amount} atomic units, ${atomicToUsd(live)} USD: sized for a token of 18 decimals it would be ${as18} USD, and USDC has 6.`,
  })
}

/** Within 1 %. */
function isNear(a: bigint, b: bigint): boolean {
  const apart = a > b ? a - b : b - a
  return apart * 100n <= b
}
