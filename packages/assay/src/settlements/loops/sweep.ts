import { type Carried, canCarry, type Least, withCarried } from './amounts.js'
import type { LoopLimits } from './columns.js'
import { at, type Graph } from './graph.js'

/**
 * The payers to whom value came back, by the hops in `edges`: one sweep over
 * time, as rulebook counterparty does it.
 */
export function payersReached(
  roots: Graph,
  graph: Graph,
  edges: readonly number[],
  seller: number,
  isPayer: (wallet: number) => boolean,
  { hops, share }: LoopLimits,
): Set<number> {
  const reached = new Set<number>()
  const inTime = [...edges].sort(
    (a, b) => at(graph.rank, a) - at(graph.rank, b),
  )
  const arrivals = Array.from(
    { length: hops + 1 },
    () => new Map<number, Least>(),
  )
  const end = at(roots.starts, seller + 1)
  let root = at(roots.starts, seller)
  for (let start = 0; start < inTime.length; ) {
    const now = at(graph.at, inTime[start] as number)
    for (; root < end && at(roots.at, root) <= now; root++)
      arrive(arrivals[0], at(roots.payee, root), [
        {
          high: at(roots.high, root),
          low: at(roots.low, root),
          via: at(roots.payee, root),
        },
      ])
    let next = start
    while (next < inTime.length && at(graph.at, inTime[next] as number) === now)
      next++
    // Hops of one moment may follow each other, whichever row comes first.
    for (let count = 1; count <= hops; count++)
      for (let i = start; i < next; i++)
        hop(inTime[i] as number, arrivals[count - 1], arrivals[count])
    start = next
  }
  return reached

  function hop(
    edge: number,
    from: Map<number, Least> | undefined,
    to: Map<number, Least> | undefined,
  ): void {
    const [payer, payee] = [payerOf(edge), at(graph.payee, edge)]
    const carried = (from?.get(payer) ?? []).filter(({ high, low }) =>
      canCarry(at(graph.high, edge), at(graph.low, edge), share, high, low),
    )
    arrive(to, payee, carried)
    if (isPayer(payee) && carried.some(({ via }) => via !== payee))
      reached.add(payee)
  }

  // The last wallet whose transfers do not start behind this one.
  function payerOf(edge: number): number {
    let [low, high] = [0, graph.starts.length - 2]
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if (at(graph.starts, middle) <= edge) low = middle
      else high = middle - 1
    }
    return low
  }
}

function arrive(
  arrivals: Map<number, Least> | undefined,
  wallet: number,
  carried: readonly Carried[],
): void {
  if (arrivals === undefined || carried.length === 0) return
  const known = arrivals.get(wallet) ?? []
  const least = carried.reduce<Least>(withCarried, known)
  if (least !== known) arrivals.set(wallet, least)
}
