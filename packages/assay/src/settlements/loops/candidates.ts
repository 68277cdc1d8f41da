import { canCarry, compareAmounts } from './amounts.js'
import type { LoopLimits } from './columns.js'
import type { VisitEdges } from './follow.js'
import { at, type Graph } from './graph.js'

/**
 * Hops that could carry something of a seller's on, judged by the earliest and
 * the smallest that can be where they start: few, of the many that leave the
 * wallets it reached. None when none of them gets to a payer.
 */
export function candidatesOf(
  roots: Graph,
  graph: Graph,
  { seller, read, isPayer }: CandidateAsk,
  visitEdges: VisitEdges,
  { hops, share }: LoopLimits,
): number[] {
  let bounds = new Map<number, Bound>()
  const wallets = new Set(read)
  const end = at(roots.starts, seller + 1)
  for (let edge = at(roots.starts, seller); edge < end; edge++)
    if (wallets.has(at(roots.payee, edge)))
      lower(bounds, at(roots.payee, edge), {
        at: at(roots.at, edge),
        high: at(roots.high, edge),
        low: at(roots.low, edge),
      })
  const found = new Set<number>()
  let hits = 0
  const carry = (edge: number, bound: Bound, next: Map<number, Bound>) => {
    const when = at(graph.at, edge)
    const [high, low] = [at(graph.high, edge), at(graph.low, edge)]
    if (when < bound.at) return
    if (!canCarry(high, low, share, bound.high, bound.low)) return
    found.add(edge)
    const payee = at(graph.payee, edge)
    if (isPayer(payee)) hits += 1
    if (wallets.has(payee)) lower(next, payee, { ...bound, at: when })
  }
  for (let count = 1; count <= hops && bounds.size > 0; count++) {
    const next = new Map<number, Bound>()
    for (const [wallet, bound] of bounds)
      visitEdges(wallet, seller, (edge) => carry(edge, bound, next))
    bounds = next
  }
  return hits === 0 ? [] : [...found]
}

export type CandidateAsk = {
  readonly seller: number
  readonly read: readonly number[]
  readonly isPayer: (wallet: number) => boolean
}

/** Not earlier and not less than this arrives. */
type Bound = {
  readonly at: number
  readonly high: number
  readonly low: number
}

function lower(bounds: Map<number, Bound>, wallet: number, one: Bound): void {
  const known = bounds.get(wallet)
  if (known === undefined) {
    bounds.set(wallet, one)
    return
  }
  const least =
    compareAmounts(known.high, known.low, one.high, one.low) <= 0 ? known : one
  bounds.set(wallet, { ...least, at: Math.min(known.at, one.at) })
}
