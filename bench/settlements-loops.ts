import type {
  LoopAsk,
  TransferColumns,
} from '../packages/assay/dist/settlements/loops/columns.js'
import { loopsInWorker } from '../packages/assay/dist/settlements/loops/in-worker.js'

// A made graph of wallets that hand money on: sellers send to a few of them,
// and each of them to one or two others. Seeded, in typed arrays.

const SPAN_MS = 30 * 86_400_000
const LIMITS = { recipients: 200, wallets: 5_000, hops: 3, share: 2 }

export type LoopSize = {
  readonly sellers: number
  readonly wallets: number
  readonly hops: number
  readonly payersOfEach: number
}

/** Seconds to follow every seller's money in the thread, and what was found. */
export async function followAll(size: LoopSize) {
  const ask = madeGraph(size)
  const start = performance.now()
  const { reached } = await loopsInWorker(ask)
  const seconds = (performance.now() - start) / 1_000
  return { seconds, reached: reached.seller.length }
}

function madeGraph(size: LoopSize): LoopAsk {
  const { sellers, wallets, hops, payersOfEach } = size
  const below = createRandom(402)
  const other = () => 1 + sellers + below(wallets)
  const seller = (i: number) => 1 + (i % sellers)
  const payers = new Uint32Array(sellers * payersOfEach)
  for (let i = 0; i < payers.length; i++) payers[i] = other()
  return {
    edges: columnsOf(hops, other, other, below),
    roots: columnsOf(5 * sellers, seller, other, below),
    payers: {
      sellers: Uint32Array.from({ length: sellers }, (_, i) => seller(i)),
      starts: Uint32Array.from(
        { length: sellers + 1 },
        (_, i) => i * payersOfEach,
      ),
      payers,
    },
    limits: LIMITS,
  }
}

function columnsOf(
  count: number,
  payer: (i: number) => number,
  payee: (i: number) => number,
  below: (bound: number) => number,
): TransferColumns {
  const column = (of: (i: number) => number) => {
    const values = new Uint32Array(count)
    for (let i = 0; i < count; i++) values[i] = of(i)
    return values
  }
  return {
    count,
    payer: column(payer),
    payee: column(payee),
    at: column((i) => Math.floor((i / count) * SPAN_MS)),
    high: column(() => 0),
    low: column(() => 1_000 * (1 + below(4))),
  }
}

function createRandom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}
