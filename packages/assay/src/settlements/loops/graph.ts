import type { TransferColumns } from './columns.js'

/** Transfers by payer; those of one payer in time order. */
export type Graph = {
  /** Where a wallet's transfers start; one more at the end. */
  readonly starts: Uint32Array
  readonly payee: Uint32Array
  readonly at: Uint32Array
  readonly high: Uint32Array
  readonly low: Uint32Array
  /** Place in the order of time, over all of them. */
  readonly rank: Uint32Array
}

/** Puts transfers by payer. `wallets` is above every id. */
export function graphOf(columns: TransferColumns, wallets: number): Graph {
  const { count } = columns
  const starts = new Uint32Array(wallets + 1)
  for (let i = 0; i < count; i++) bump(starts, at(columns.payer, i) + 1)
  for (let w = 0; w < wallets; w++)
    starts[w + 1] = at(starts, w + 1) + at(starts, w)
  const next = starts.slice()
  const column = () => new Uint32Array(count)
  const graph = {
    starts,
    payee: column(),
    at: column(),
    high: column(),
    low: column(),
    rank: column(),
  }
  for (let i = 0; i < count; i++) {
    const payer = at(columns.payer, i)
    const place = at(next, payer)
    next[payer] = place + 1
    graph.payee[place] = at(columns.payee, i)
    graph.at[place] = at(columns.at, i)
    graph.high[place] = at(columns.high, i)
    graph.low[place] = at(columns.low, i)
    graph.rank[place] = i
  }
  return graph
}

/** A value that is there. */
export function at(values: Uint32Array, place: number): number {
  return values[place] as number
}

function bump(values: Uint32Array, place: number): void {
  values[place] = at(values, place) + 1
}

/** A mark on wallets that is taken off all of them at once. */
export function createMarks(wallets: number): {
  readonly clear: () => void
  /** Whether it had no mark before. */
  readonly add: (wallet: number) => boolean
  readonly has: (wallet: number) => boolean
} {
  const marked = new Uint32Array(wallets)
  let round = 0
  return {
    clear: () => {
      round += 1
    },
    add: (wallet) => {
      if (marked[wallet] === round) return false
      marked[wallet] = round
      return true
    },
    has: (wallet) => marked[wallet] === round,
  }
}
