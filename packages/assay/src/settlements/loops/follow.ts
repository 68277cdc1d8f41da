import type { LoopLimits } from './columns.js'
import { at, createMarks, type Graph } from './graph.js'
import type { Bounded } from './hubs.js'

/** Where one seller's money may have gone. */
export type Followed = {
  /** Wallets whose transfers are read. */
  readonly read: readonly number[]
  /** With more recipients than are followed. */
  readonly hubs: readonly number[]
  readonly unread: number
}

/** The transfers of a wallet that are followed, the seller's own left out. */
export type VisitEdges = (
  wallet: number,
  seller: number,
  visit: (edge: number) => void,
) => 'whole' | 'hub'

/**
 * As `followHops` does for one seller: hop by hop, the earliest first where not
 * all can be read.
 */
export function createFollower(
  roots: Graph,
  { graph, hub }: Bounded,
  wallets: number,
  limits: LoopLimits,
): {
  readonly follow: (seller: number) => Followed
  readonly visitEdges: VisitEdges
} {
  const reached = createMarks(wallets)
  const recipients = createMarks(wallets)
  const earliest = new Uint32Array(wallets)

  const visitEdges: VisitEdges = (wallet, seller, visit) => {
    const end = at(graph.starts, wallet + 1)
    // Who sends to few needs no count of recipients.
    const isFollowed =
      hub[wallet] === 1 ? firstRecipients(recipients, limits) : undefined
    for (let edge = at(graph.starts, wallet); edge < end; edge++) {
      const payee = at(graph.payee, edge)
      if (payee === seller) continue
      if (isFollowed === undefined || isFollowed.ask(payee)) visit(edge)
    }
    return isFollowed?.isOver() === true ? 'hub' : 'whole'
  }

  function rootsOf(seller: number): { front: number[]; hubs: number[] } {
    const isFollowed = firstRecipients(recipients, limits)
    const front = new Set<number>()
    const end = at(roots.starts, seller + 1)
    for (let edge = at(roots.starts, seller); edge < end; edge++) {
      const payee = at(roots.payee, edge)
      if (isFollowed.ask(payee)) front.add(payee)
    }
    return { front: [...front], hubs: isFollowed.isOver() ? [seller] : [] }
  }

  function note(edge: number, next: number[]): void {
    const payee = at(graph.payee, edge)
    const rank = at(graph.rank, edge)
    if (reached.add(payee)) {
      next.push(payee)
      earliest[payee] = rank
    } else if (rank < at(earliest, payee)) earliest[payee] = rank
  }

  function earliestOf(front: number[], room: number): number[] {
    if (front.length <= room) return front
    return front
      .sort((a, b) => at(earliest, a) - at(earliest, b))
      .slice(0, room)
  }

  function follow(seller: number): Followed {
    const read: number[] = []
    let unread = 0
    let { front, hubs } = rootsOf(seller)
    reached.clear()
    for (const wallet of [seller, ...front]) reached.add(wallet)
    for (let depth = 0; depth < limits.hops && front.length > 0; depth++) {
      const room = limits.wallets - read.length
      const now = depth === 0 ? front : earliestOf(front, room)
      unread += front.length - now.length
      const next: number[] = []
      for (const wallet of now) {
        read.push(wallet)
        const kind = visitEdges(wallet, seller, (edge) => note(edge, next))
        if (kind === 'hub') hubs = [...hubs, wallet]
      }
      front = next
    }
    return { read, hubs, unread }
  }

  return { follow, visitEdges }
}

/** Whether a recipient is among the first so many, and whether others came. */
function firstRecipients(
  marks: ReturnType<typeof createMarks>,
  { recipients }: LoopLimits,
) {
  let [known, over] = [0, false]
  marks.clear()
  return {
    ask: (wallet: number): boolean => {
      if (marks.has(wallet)) return true
      if (known >= recipients) {
        over = true
        return false
      }
      known += 1
      return marks.add(wallet)
    },
    isOver: () => over,
  }
}
