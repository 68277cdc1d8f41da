import { fraction, shownNumber } from '../../money/fraction.js'
import { THRESHOLDS } from './data.js'
import { buyersOf, type Flows, isWashed, volumeWhere } from './flows.js'
import type { Totals } from './output.js'

/** The published figures of one window. */
export type WashFigures = {
  readonly ratio: number
  readonly realBuyers: number
  readonly repeatRate: number
  readonly totals: Totals
}

/** Rules 1 and 2; `excluded` wallets (keys) are no real buyers. */
export function washFigures(
  flows: Flows,
  excluded: ReadonlySet<string>,
): WashFigures {
  const washed = volumeWhere(flows, (key) => isWashed(flows, key))
  const buyers = buyersOf(flows)
  const real = buyers.filter(
    ({ key }) => !isWashed(flows, key) && !excluded.has(key),
  )
  const repeating = real.filter(
    ({ settlements }) => settlements >= THRESHOLDS.repeat_settlements.value,
  )
  return {
    ratio: share(washed, flows.volume),
    realBuyers: real.length,
    repeatRate: share(BigInt(repeating.length), BigInt(real.length)),
    totals: {
      volume_atomic: String(flows.volume),
      washed_volume_atomic: String(washed),
      settlements: flows.settlements.length,
      buyers: buyers.length,
    },
  }
}

/** part / whole with 4 decimals, half up; 0 of nothing, where part is 0 too. */
export function share(part: bigint, whole: bigint): number {
  return part === 0n ? 0 : shownNumber(fraction(part, whole), SHARE_DECIMALS)
}

const SHARE_DECIMALS = 4
