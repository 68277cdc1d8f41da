import { addressKey } from '@assay402/core'
import type { HopCut } from '../engine.js'
import { HOP_LIMITS } from '../hop-limits.js'
import type { Transfer, Window } from '../transfer.js'

export type { HopCut } from '../engine.js'
export { HOP_LIMITS } from '../hop-limits.js'

export type Hops = {
  /** Transfers between other wallets than the seller, each once. */
  readonly transfers: readonly Transfer[]
  /** null: nothing was left out. */
  readonly cut: HopCut | null
}

/** Transfers that left any of these wallets in the window, in time order. */
export type SentBy = (
  wallets: readonly string[],
  window: Window,
) => Promise<readonly Transfer[]>

/**
 * Follows what a seller sent, for three hops inside the window. `outgoing` is
 * what left the seller.
 */
export async function followHops(
  seller: string,
  outgoing: readonly Transfer[],
  window: Window,
  sentBy: SentBy,
): Promise<Hops> {
  const own = addressKey(seller)
  const hubs: string[] = []
  const transfers: Transfer[] = []
  const reached = new Set([own])
  let unread = 0
  let read = 0
  let front = bounded(outgoing.map(keyed), hubs).map(({ to }) => to)
  for (let depth = 0; depth < HOP_LIMITS.depth; depth++) {
    const next = [...new Set(front)].filter((wallet) => !reached.has(wallet))
    const now = next.slice(0, HOP_LIMITS.wallets - read)
    unread += next.length - now.length
    read += now.length
    for (const wallet of next) reached.add(wallet)
    if (now.length === 0) break
    const rows = (await sentBy(now, window)).map(keyed)
    const followed = bounded(
      rows.filter(({ from, to }) => to !== own && to !== from),
      hubs,
    )
    transfers.push(...followed.map(({ row }) => row))
    front = followed.map(({ to }) => to)
  }
  const isWhole = hubs.length === 0 && unread === 0
  return { transfers, cut: isWhole ? null : { hubs: hubs.sort(), unread } }
}

type Keyed = {
  readonly row: Transfer
  readonly from: string
  readonly to: string
}

function keyed(row: Transfer): Keyed {
  return { row, from: addressKey(row.from), to: addressKey(row.to) }
}

/** The rows to the first recipients of each wallet; who has more is a hub. */
function bounded(rows: readonly Keyed[], hubs: string[]): Keyed[] {
  const recipients = new Map<string, Set<string>>()
  const over = new Set<string>()
  const kept: Keyed[] = []
  for (const keyedRow of rows) {
    const { from, to } = keyedRow
    const known = recipients.get(from) ?? new Set()
    recipients.set(from, known)
    if (!known.has(to) && known.size >= HOP_LIMITS.recipients) {
      over.add(from)
      continue
    }
    known.add(to)
    kept.push(keyedRow)
  }
  hubs.push(...over)
  return kept
}
