import { addressKey } from '@assay402/core'
import type { SettlementReads } from '../engine.js'
import type { HopCut } from '../feeds/hops.js'
import type { Window } from '../transfer.js'

/** What is known of the wallets behind a seller. */
export type FollowedHops = {
  /**
   * What was cut when a seller's money was followed: what the following itself
   * left out, wallets that send to too many, and wallets that nobody read.
   */
  cutOf(
    network: string,
    asked: readonly string[],
    window: Window,
    cut: HopCut | null,
  ): Promise<HopCut | null>
}

/**
 * Reads for the figures of one wallet: what several of them need is read once,
 * and it is remembered whose outgoing transfers were asked for.
 */
export function withCut(reads: SettlementReads): {
  readonly reads: SettlementReads
  readonly asked: () => readonly string[]
} {
  const asked = new Set<string>()
  return {
    reads: {
      ...reads,
      figures: once(reads.figures),
      returns: once(reads.returns),
      sentBy: (network, wallets, window) => {
        for (const wallet of wallets) asked.add(addressKey(wallet))
        return reads.sentBy(network, wallets, window)
      },
    },
    asked: () => [...asked],
  }
}

function once<Asked extends readonly unknown[], Answer>(
  read: (...asked: Asked) => Promise<Answer>,
): (...asked: Asked) => Promise<Answer> {
  const known = new Map<string, Promise<Answer>>()
  return (...asked) => {
    const key = JSON.stringify(asked)
    const answer = known.get(key) ?? read(...asked)
    known.set(key, answer)
    return answer
  }
}

/** A wallet that no reader reads: only a span over all wallets covers it. */
const NOBODY = '0x0000000000000000000000000000000000000000'

/** Judges by what the stores of hops say. `hubs` and `read` are wallet keys. */
export function followedHops(
  reads: Pick<SettlementReads, 'coverage'>,
  known: (network: string) => Promise<{
    readonly read: ReadonlySet<string>
    readonly hubs: ReadonlySet<string>
  }>,
): FollowedHops {
  return {
    cutOf: async (network, asked, window, cut) => {
      const everything = await reads.coverage(network, NOBODY)
      const isAll =
        everything !== undefined &&
        everything.from <= window.after &&
        everything.to >= window.until
      const { read, hubs } = await known(network)
      const over = asked.filter((wallet) => hubs.has(wallet))
      const strangers = isAll
        ? []
        : asked.filter((wallet) => !read.has(wallet) && !hubs.has(wallet))
      const unread = (cut?.unread ?? 0) + strangers.length
      const all = [...new Set([...(cut?.hubs ?? []), ...over])].sort()
      return all.length + unread === 0 ? null : { hubs: all, unread }
    },
  }
}
