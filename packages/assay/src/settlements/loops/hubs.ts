import type { TransferColumns } from './columns.js'
import { at, createMarks, type Graph, graphOf } from './graph.js'

/** A graph without what nobody follows, and who sends to too many. */
export type Bounded = {
  readonly graph: Graph
  /** 1: more recipients than are followed, counting everybody. */
  readonly hub: Uint8Array
}

// The seller that is looked at does not count, and one more tells that there
// are more.
const SPARE = 2

/**
 * Leaves transfers to the first recipients of each wallet that any seller may
 * need.
 */
export function boundedGraph(
  columns: TransferColumns,
  wallets: number,
  recipients: number,
): Bounded {
  const hub = new Uint8Array(wallets)
  const whole = graphOf(columns, wallets)
  const seen = createMarks(wallets)
  const kept = new Uint8Array(columns.count)
  let count = 0
  for (let wallet = 0; wallet < wallets; wallet++) {
    const end = at(whole.starts, wallet + 1)
    let known = 0
    seen.clear()
    for (let edge = at(whole.starts, wallet); edge < end; edge++) {
      const payee = at(whole.payee, edge)
      if (!seen.has(payee)) {
        if (known >= recipients) hub[wallet] = 1
        if (known >= recipients + SPARE) continue
        seen.add(payee)
        known += 1
      }
      kept[edge] = 1
      count += 1
    }
  }
  if (count === columns.count) return { graph: whole, hub }
  return { graph: keptOf(whole, kept, count, wallets), hub }
}

function keptOf(
  whole: Graph,
  kept: Uint8Array,
  count: number,
  wallets: number,
): Graph {
  const column = () => new Uint32Array(count)
  const graph = {
    starts: new Uint32Array(wallets + 1),
    payee: column(),
    at: column(),
    high: column(),
    low: column(),
    rank: column(),
  }
  let place = 0
  for (let wallet = 0; wallet < wallets; wallet++) {
    graph.starts[wallet] = place
    const end = at(whole.starts, wallet + 1)
    for (let edge = at(whole.starts, wallet); edge < end; edge++) {
      if (kept[edge] === 0) continue
      for (const name of ['payee', 'at', 'high', 'low', 'rank'] as const)
        graph[name][place] = at(whole[name], edge)
      place += 1
    }
  }
  graph.starts[wallets] = place
  return graph
}
