import { compareInstants, type Instant } from '../../time/instant.js'
import { THRESHOLDS } from './data.js'
import type { Flows } from './flows.js'
import { type LeastLabels, upTo, withLabel } from './least-labels.js'
import { inTimeOrder, type Transfer } from './window.js'

/**
 * The buyers (keys) to whom value came back from pay_to over 1 to 3 other
 * wallets. One sweep over time, O(n log n) for n transfers, exact: whatever
 * reaches a wallet is kept by its number of hops as `LeastLabels`.
 *
 * A walk may visit a wallet twice, pay_to never: cutting such a loop out
 * leaves a shorter path to the same buyer, unless the loop is the buyer's own
 * and starts with the first wallet, which is why a label remembers that one.
 */
export function buyersReached(
  flows: Flows,
  otherTransfers: readonly Transfer[],
): Set<string> {
  const reached = new Set<string>()
  if (flows.outgoing.length === 0) return reached
  const { payTo, payers } = flows
  const hops = inTimeOrder(
    otherTransfers.filter(({ from, to }) => from !== payTo && to !== payTo),
  )
  const roots = inTimeOrder(flows.outgoing)
  const arrivals: Arrivals[] = [0, ...HOP_COUNTS].map(() => new Map())
  let root = 0
  for (let start = 0; start < hops.length; ) {
    const { at } = hops[start] as Transfer
    root = addRoots(roots, root, at, arrivals[0] as Arrivals)
    const end = endOfMoment(hops, start, at)
    // Hops of one moment may follow each other, whichever row comes first.
    for (const count of HOP_COUNTS)
      for (let i = start; i < end; i++) {
        const hop = hops[i] as Transfer
        const labels = carried(arrivals[count - 1] as Arrivals, hop)
        arrive(arrivals[count] as Arrivals, hop.to, labels)
        if (payers.has(hop.to) && labels.some(({ via }) => via !== hop.to))
          reached.add(hop.to)
      }
    start = end
  }
  return reached
}

/** Who holds what after a number of hops. */
type Arrivals = Map<string, LeastLabels>

/** Hops after the transfer that leaves pay_to: as many as wallets in between. */
const HOP_COUNTS = Array.from(
  { length: THRESHOLDS.hop_wallets.value },
  (_, i) => i + 1,
)

const SHARE = BigInt(THRESHOLDS.hop_share.value)

function addRoots(
  roots: readonly Transfer[],
  from: number,
  until: Instant,
  arrivals: Arrivals,
): number {
  let next = from
  for (; next < roots.length; next++) {
    const { at, to, amount } = roots[next] as Transfer
    if (compareInstants(at, until) > 0) break
    arrive(arrivals, to, [{ amount, via: to }])
  }
  return next
}

function endOfMoment(
  hops: readonly Transfer[],
  start: number,
  at: Instant,
): number {
  let end = start + 1
  while (
    end < hops.length &&
    compareInstants((hops[end] as Transfer).at, at) === 0
  )
    end++
  return end
}

function carried(arrivals: Arrivals, hop: Transfer): LeastLabels {
  const labels = arrivals.get(hop.from)
  return labels === undefined ? NONE : upTo(labels, SHARE * hop.amount)
}

function arrive(arrivals: Arrivals, wallet: string, labels: LeastLabels): void {
  if (labels.length === 0) return
  const known = arrivals.get(wallet) ?? NONE
  const least = labels.reduce(withLabel, known)
  if (least !== known) arrivals.set(wallet, least)
}

const NONE: LeastLabels = []
