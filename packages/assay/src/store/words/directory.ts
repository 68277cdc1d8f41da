import type { Endpoint } from './catalog.js'

export type DirectorySort = 'score' | 'price' | 'last_seen'

/** What somebody looks for; every field narrows. */
export type DirectoryQuery = {
  /**
   * Texts between spaces, at most 8, each of which the URL, the description or a
   * tag must hold, without case.
   */
  readonly query?: string | undefined
  /** Of rulebook endpoint-health. */
  readonly category?: string | undefined
  readonly network?: string | undefined
  /** Atomic USDC, digits. */
  readonly max_price_atomic?: string | undefined
  /** Of rulebook endpoint-health, 0 to 100; leaves out what has no score. */
  readonly min_score?: number | undefined
  /** Best score, lowest price or newest first; what has none comes last. */
  readonly sort: DirectorySort
  /** Given back by the page before of the same search. */
  readonly cursor?: string | undefined
  readonly limit: number
}

export type DirectoryEntry = {
  readonly endpoint: Endpoint
  readonly category: string
  /** Of rulebook endpoint-health. */
  readonly score: number | null
  /**
   * The terms that the crawler saw last, else those of the newest listing: its
   * cheapest offer in USDC.
   */
  readonly network: string | null
  /** Atomic USDC; null: the price is in another asset, or none is known. */
  readonly price_atomic: string | null
  readonly pay_to: string | null
  /** When the crawler asked last. */
  readonly last_probed_at: number | null
}

export type DirectoryPage = {
  readonly entries: readonly DirectoryEntry[]
  /** Undefined: that was the last page. */
  readonly next: string | undefined
}

/** A wallet that some listing names; EVM addresses in lower case. */
export type TrackedWallet = {
  readonly network: string
  readonly pay_to: string
}

/** What is listed, to be searched. */
export type DirectoryStore = {
  /**
   * A page of what some source lists now. Throws StoreRefusal on a cursor of
   * another sort or of elsewhere, and on a price that is not digits.
   */
  directory(query: DirectoryQuery): Promise<DirectoryPage>
  /** Wallets of the newest listings, by wallet, after a wallet. */
  trackedWallets(
    network: string,
    after: string | null,
    limit: number,
  ): Promise<TrackedWallet[]>
}
