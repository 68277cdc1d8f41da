import type { Transfer, Window } from './transfer.js'

// The port of the settlement engine: DuckDB in the one process that owns the
// file, ClickHouse beyond one machine. Both pass one contract suite with equal
// results to the unit. Times are epoch milliseconds, amounts atomic.

/** What a reader hands over: all of it is stored, or nothing. */
export type Batch = {
  /** CAIP-2; every transfer is of this network. */
  readonly network: string
  readonly transfers: readonly Transfer[]
  /** `hops` are transfers between other wallets, for paths only. */
  readonly kind?: 'transfers' | 'hops'
  /** Takes away what was read of these wallets from a block on, before. */
  readonly replace?: {
    readonly from_block: number
    readonly wallets: readonly string[]
  }
  /** Where the reader goes on from. */
  readonly cursor?: Cursor
  /** What is now read without a gap. */
  readonly coverage?: {
    /** `all`: every wallet of the network. */
    readonly wallets: readonly string[] | 'all'
    readonly from: number
    readonly to: number
  }
}

export type Cursor = { readonly name: string; readonly value: string }

export type Appended = {
  /** New rows; those known by (network, tx, log_index) are not among them. */
  readonly added: number
  readonly known: number
  readonly removed: number
}

/** A span of time of which every transfer of a wallet was read. */
export type Coverage = { readonly from: number; readonly to: number }

/** One seller's figures in a window. */
export type SellerFigures = {
  readonly wallet: string
  readonly volume: bigint
  /** By rules 1 and 2 of rulebook counterparty. */
  readonly washed: bigint
  readonly settlements: number
  /** Distinct senders other than the seller. */
  readonly buyers: number
  /** With an unwashed settlement and not excluded. */
  readonly real_buyers: number
  /** Real buyers with two or more. */
  readonly repeat_buyers: number
  /** The volume of the largest payer, the seller itself included. */
  readonly top_payer: bigint
}

/** One sender's settlements in a window. */
export type Payer = {
  readonly wallet: string
  readonly volume: bigint
  readonly settlements: number
  readonly first_at: number
  readonly last_at: number
  readonly least: bigint
  readonly most: bigint
  readonly washed: 'yes' | 'no'
}

export type PayersAsk = {
  /** At most so many, the largest volume first; all when absent. */
  readonly limit?: number
}

/** One UTC day with settlements. */
export type SellerDay = {
  /** Days since the epoch. */
  readonly day: number
  readonly settlements: number
  readonly volume: bigint
}

/** Payers that came in the same ten minutes and pay alike. */
export type Cohort = {
  readonly wallets: readonly string[]
  readonly first_at: number
  readonly amount: bigint
  readonly payments: number
}

export type CohortRule = {
  readonly window_ms: number
  readonly buyers: number
}

/** Where a seller's money went, over other wallets. */
export type SellerLoops = {
  readonly wallet: string
  /** Buyers to whom it came back, sorted. */
  readonly buyers: readonly string[]
  /** What those paid, as far as rules 1 and 2 do not wash it already. */
  readonly unwashed: bigint
  /** null: everything was followed. */
  readonly cut: HopCut | null
}

/** What was not followed. */
export type HopCut = {
  /** Wallets with more recipients than are followed. */
  readonly hubs: readonly string[]
  /** Wallets that were reached and not read. */
  readonly unread: number
}

/** Reads of one network's rows. A wallet never seen has no figures. */
export type SettlementReads = {
  cursor(name: string): Promise<string | undefined>
  coverage(network: string, wallet: string): Promise<Coverage | undefined>
  figures(
    network: string,
    wallet: string,
    window: Window,
    excluded: readonly string[],
  ): Promise<SellerFigures | undefined>
  allFigures(
    network: string,
    window: Window,
    excluded: readonly string[],
  ): Promise<SellerFigures[]>
  /**
   * Loops of every seller that sent anything, by `HOP_LIMITS`: what `sentBy`
   * and rulebook counterparty say of each, for all of them at once.
   */
  allLoops(network: string, window: Window): Promise<SellerLoops[]>
  payers(
    network: string,
    wallet: string,
    window: Window,
    ask?: PayersAsk,
  ): Promise<Payer[]>
  /** Days with settlements, oldest first; both days included. */
  daily(
    network: string,
    wallet: string,
    firstDay: number,
    lastDay: number,
  ): Promise<SellerDay[]>
  /** Earliest first, then by wallet. */
  cohorts(
    network: string,
    wallet: string,
    window: Window,
    rule: CohortRule,
  ): Promise<Cohort[]>
  /** The earliest transfer of any class to or from a wallet. */
  firstSeen(network: string, wallet: string): Promise<number | undefined>
  /** The day of the first settlement, days since the epoch. */
  firstSettledDay(network: string, wallet: string): Promise<number | undefined>
  /** Settlements to a wallet and everything that left it, in time order. */
  transfers(
    network: string,
    wallet: string,
    window: Window,
  ): Promise<Transfer[]>
  /** What left a wallet, and the settlements of those who got it. */
  returns(network: string, wallet: string, window: Window): Promise<Transfer[]>
  /** Transfers that left any of these wallets, hops included, in time order. */
  sentBy(
    network: string,
    wallets: readonly string[],
    window: Window,
  ): Promise<Transfer[]>
}

export type SettlementEngine = SettlementReads & {
  append(batch: Batch): Promise<Appended>
  /** Brings day aggregates up to date: only days whose rows changed. */
  refresh(): Promise<number>
  close(): Promise<void>
}
