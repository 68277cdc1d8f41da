import { candidatesOf } from './candidates.js'
import { createGrowing, type LoopAnswer, type LoopAsk } from './columns.js'
import { createFollower } from './follow.js'
import { at, createMarks, graphOf } from './graph.js'
import { boundedGraph } from './hubs.js'
import { payersReached } from './sweep.js'

/**
 * For every seller the payers to whom its money came back over other wallets,
 * and what was cut on the way: as `followHops` and rulebook counterparty say it
 * of each, all at once.
 */
export function loopsOf(ask: LoopAsk): LoopAnswer {
  const { limits } = ask
  const { sellers, starts, payers } = ask.payers
  const wallets = 1 + highestId(ask)
  const bounded = boundedGraph(ask.edges, wallets, limits.recipients)
  const roots = graphOf(ask.roots, wallets)
  const isPayer = createMarks(wallets)
  const { follow, visitEdges } = createFollower(roots, bounded, wallets, limits)
  const reached = { seller: createGrowing(), payer: createGrowing() }
  const hubs = { seller: createGrowing(), wallet: createGrowing() }
  const unread = new Uint32Array(sellers.length)
  for (let i = 0; i < sellers.length; i++) {
    const seller = at(sellers, i)
    const followed = follow(seller)
    unread[i] = followed.unread
    for (const wallet of followed.hubs) {
      hubs.seller.push(i)
      hubs.wallet.push(wallet)
    }
    isPayer.clear()
    for (let p = at(starts, i); p < at(starts, i + 1); p++)
      if (at(payers, p) !== seller) isPayer.add(at(payers, p))
    const candidates = candidatesOf(
      roots,
      bounded.graph,
      { seller, read: followed.read, isPayer: isPayer.has },
      visitEdges,
      limits,
    )
    for (const payer of payersReached(
      roots,
      bounded.graph,
      candidates,
      seller,
      isPayer.has,
      limits,
    )) {
      reached.seller.push(i)
      reached.payer.push(payer)
    }
  }
  return {
    reached: { seller: reached.seller.take(), payer: reached.payer.take() },
    hubs: { seller: hubs.seller.take(), wallet: hubs.wallet.take() },
    unread,
  }
}

function highestId({ edges, roots, payers }: LoopAsk): number {
  let most = 0
  for (const ids of [
    edges.payer,
    edges.payee,
    roots.payer,
    roots.payee,
    payers.sellers,
    payers.payers,
  ])
    for (const id of ids) if (id > most) most = id
  return most
}
