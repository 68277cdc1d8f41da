import type { SettlementEngine } from '../engine.js'
import { followHops, type Hops, type SentBy } from '../feeds/hops.js'
import type { Transfer, Window } from '../transfer.js'
import { readWindow, type WindowTools } from './read-window.js'

export type HopTools = WindowTools & {
  readonly engine: Pick<SettlementEngine, 'append' | 'transfers'>
}

/**
 * Reads and stores what the wallets that a seller paid sent on, over three
 * hops, between two blocks that hold the window. What was cut is told.
 */
export async function readHops(
  tools: HopTools,
  seller: string,
  window: Window,
  blocks: { readonly from: number; readonly to: number },
): Promise<Hops> {
  const { engine, network } = tools
  const sentBy: SentBy = async (wallets, { after, until }) => {
    const found: Transfer[] = []
    for (let at = blocks.from; at <= blocks.to; ) {
      const errand = { direction: 'forward', at, limit: blocks.to } as const
      const { range, rows } = await readWindow(tools, wallets, {
        ...errand,
        sides: ['from'],
      })
      await engine.append({ network, transfers: rows, kind: 'hops' })
      found.push(...rows.filter((row) => row.at > after && row.at <= until))
      at = range.to + 1
    }
    return found.sort(byPlace)
  }
  const flow = await engine.transfers(network, seller, window)
  const outgoing = flow.filter(({ from }) => from === seller.toLowerCase())
  return followHops(
    seller,
    outgoing.filter(({ to }) => to !== seller.toLowerCase()),
    window,
    sentBy,
  )
}

function byPlace(a: Transfer, b: Transfer): number {
  return a.block - b.block || a.log_index - b.log_index
}
