import { sameAddress } from '../address/address.js'
import {
  compareFractions,
  decimalText,
  floorDivide,
  fraction,
  multiplyFractions,
  roundHalfUp,
} from '../money/fraction.js'
import { atomicToUsd, parseUsd } from '../money/usd.js'
import { usdOf } from '../money/usd-text.js'
import { type Facts, usdOfAtomic } from './facts.js'
import type { Finding } from './finding.js'
import { DECISION_THRESHOLDS } from './thresholds.js'

/** The wallet first seen for this resource and network. */
export function judgePin(facts: Facts): Finding[] {
  const { policy, payTo, price, rotating, input } = facts
  const pinned = input.pin?.pay_to ?? null
  if (rotating) {
    const limit = policy.hold_above_usd
    const isAbove =
      price !== undefined && compareFractions(price, usdOf(limit)) > 0
    return [
      {
        code: 'rotating_pay_to',
        meaning: isAbove ? 'hold' : 'note',
        measured: payTo ?? null,
        threshold: pinned,
        ...(isAbove ? { values: { limit } } : { would_allow: null }),
      },
    ]
  }
  if (!policy.pin_pay_to || pinned === null || payTo === undefined) return []
  if (sameAddress(pinned, payTo)) return []
  return [
    {
      code: 'pay_to_changed',
      meaning: 'hold',
      measured: payTo,
      threshold: pinned,
    },
  ]
}

/** The price beside what others of the category ask. */
export function judgePrice({ policy, price, input }: Facts): Finding[] {
  const median = parseUsd(input.price_context?.median_atomic)
  const hosts = input.price_context?.hosts ?? DECISION_THRESHOLDS.median_hosts
  const multiple = policy.max_price_multiple
  if (price === undefined || median === undefined || multiple === null)
    return []
  if (median.n === 0n || hosts < DECISION_THRESHOLDS.median_hosts) return []
  const medianUsd = multiplyFractions(median, usdOfAtomic(1n))
  const ratio = fraction(price.n * medianUsd.d, price.d * medianUsd.n)
  if (compareFractions(ratio, usdOf(multiple)) <= 0) return []
  const highest = multiplyFractions(median, usdOf(multiple))
  return [
    {
      code: 'price_multiple',
      meaning: 'hold',
      measured: decimalText(roundHalfUp(ratio, RATIO_DECIMALS), RATIO_DECIMALS),
      threshold: multiple,
      values: { room: atomicToUsd(floorDivide(highest.n, highest.d)) },
    },
  ]
}

const RATIO_DECIMALS = 4
