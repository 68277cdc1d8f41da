import type { SettlementEngine } from '../engine.js'
import type { KnownSettlers } from '../evm/classify.js'
import type { FollowedHops } from '../figures/hop-cut.js'

export type ReadAsk = {
  readonly engine: SettlementEngine
  /** Wallet keys of this network. */
  readonly wallets: readonly string[]
  /** How far back, epoch milliseconds. */
  readonly since: number
  readonly settlers: KnownSettlers
  /** Wallets whose rows this reading has changed so far. */
  readonly changed: () => ReadonlySet<string>
  readonly onProgress: (text: string) => void
  readonly signal?: AbortSignal | undefined
}

export type ReadReport = {
  readonly added: number
  readonly removed: number
  /** The last block, slot or moment that was read, for people. */
  readonly up_to: string
}

/** One way of reading one network: by RPC providers or an index. */
export type NetworkReader = {
  /** CAIP-2. */
  readonly network: string
  /** For `source` of an answer. */
  readonly source: string
  /** True for what is a wallet of this network. */
  readonly isWallet: (text: string) => boolean
  /** Goes on from where it was stopped; rows and cursor are stored together. */
  read(ask: ReadAsk): Promise<ReadReport>
  /** Whose outgoing transfers are read beside the tracked wallets'. */
  hops(engine: SettlementEngine, tracked: readonly string[]): FollowedHops
}

/** Nobody could be asked, or what was answered cannot be used. */
export class SettlementsUnreadable extends Error {}
