import { cohortsOf } from './cohorts.js'
import { buyersOf, byKey, type Flows, isWashed, volumeWhere } from './flows.js'
import { buyersReached } from './multi-hop.js'
import type { Extended } from './output.js'
import { refundsOf } from './refunds.js'
import { share } from './wash.js'
import type { Transfer } from './window.js'

/** What version 1 shows beside the verdict, without letting it decide. */
export function extendedOf(
  flows: Flows,
  otherTransfers: readonly Transfer[],
): Extended {
  const buyers = buyersOf(flows)
  const reached = buyersReached(flows, otherTransfers)
  const washed = volumeWhere(
    flows,
    (key) => isWashed(flows, key) || reached.has(key),
  )
  return {
    multi_hop: {
      washed_volume_atomic: String(washed),
      wallets: buyers
        .filter(({ key }) => reached.has(key))
        .sort(byKey)
        .map(({ wallet }) => wallet),
    },
    refunds: refundsOf(flows),
    top_payer_share: share(largestVolume(flows), flows.volume),
    cohorts: cohortsOf(buyers),
  }
}

function largestVolume(flows: Flows): bigint {
  let largest = 0n
  for (const { volume } of flows.payers.values())
    if (volume > largest) largest = volume
  return largest
}
