/**
 * A wallet's settlement figures, copied from the one process that owns the
 * settlements, so that all others can read them.
 */
export type WalletFigures = {
  readonly network: string
  readonly wallet: string
  /** When they were computed. */
  readonly at: number
  /** Inputs of the rulebooks, and lists for people: payers, days, cohorts. */
  readonly figures: unknown
}

/** Work for the process that owns the settlements. */
export type SettlementJob = {
  readonly id: string
  readonly at: number
  readonly kind: 'sync' | 'import' | 'export'
  readonly arguments: unknown
  readonly state: 'queued' | 'running' | 'done' | 'failed'
  /** What came of it, for people; null until it ended. */
  readonly detail: string | null
}

export type FiguresStore = {
  /** The newest of a (network, wallet) replaces. */
  saveFigures(figures: readonly WalletFigures[]): Promise<void>
  figuresOf(network: string, wallet: string): Promise<WalletFigures | undefined>
  queueSettlementJob(job: SettlementJob): Promise<void>
  /** Leases the oldest that is queued, or running past its lease. */
  takeSettlementJob(leaseMs: number): Promise<SettlementJob | undefined>
  finishSettlementJob(
    id: string,
    end: { readonly state: 'done' | 'failed'; readonly detail: string },
  ): Promise<void>
  settlementJobs(limit: number): Promise<SettlementJob[]>
  /**
   * Takes from a monthly budget (atomic USDC) unless it would be passed; false
   * then. Taken before money moves and kept by the key, so that a crash between
   * payment and record does not pay twice.
   */
  reserveBudget(claim: {
    readonly budget: string
    /** `2026-11`. */
    readonly month: string
    readonly key: string
    readonly amount_atomic: string
    readonly limit_atomic: string
  }): Promise<'reserved' | 'known' | 'over_limit'>
  /** Gives a reservation back that was proven unused. */
  releaseBudget(budget: string, key: string): Promise<void>
  budgetSpent(budget: string, month: string): Promise<string>
}
