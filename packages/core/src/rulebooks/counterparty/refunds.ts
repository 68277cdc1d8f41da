import {
  addMs,
  compareInstants,
  DAY_MS,
  type Instant,
} from '../../time/instant.js'
import { THRESHOLDS } from './data.js'
import type { Flows } from './flows.js'
import type { Extended } from './output.js'
import { inTimeOrder, type Transfer } from './window.js'

/**
 * Outgoing transfers that equal an earlier settlement of the same buyer, in
 * time order, each matched to the latest settlement still unmatched.
 */
export function refundsOf(flows: Flows): Extended['refunds'] {
  const settlements = inTimeOrder(
    flows.settlements.filter(({ from }) => flows.funded.has(from)),
  )
  const unmatched = new Map<string, Instant[]>()
  let next = 0
  let count = 0
  let volume = 0n
  for (const { to, amount, at } of inTimeOrder(flows.outgoing)) {
    for (; next < settlements.length; next++) {
      const settlement = settlements[next] as Transfer
      if (compareInstants(settlement.at, at) >= 0) break
      remember(unmatched, settlement)
    }
    if (!takeLatest(unmatched.get(pairKey(to, amount)), at)) continue
    count++
    volume += amount
  }
  return { count, volume_atomic: String(volume) }
}

const REFUND_MS = THRESHOLDS.refund_days.value * DAY_MS

/** Takes the latest settlement away when it is not too old. */
function takeLatest(settled: Instant[] | undefined, at: Instant): boolean {
  const latest = settled?.pop()
  // One that is too old now stays too old, so it may as well be gone.
  return (
    latest !== undefined && compareInstants(at, addMs(latest, REFUND_MS)) <= 0
  )
}

function remember(
  unmatched: Map<string, Instant[]>,
  { from, amount, at }: Transfer,
): void {
  const key = pairKey(from, amount)
  const known = unmatched.get(key)
  if (known === undefined) unmatched.set(key, [at])
  else known.push(at)
}

// A text, not the bigint itself: engines hash only the lowest bits of those.
function pairKey(wallet: string, amount: bigint): string {
  return `${amount} ${wallet}`
}
