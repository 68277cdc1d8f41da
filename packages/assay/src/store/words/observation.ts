/** One look at an endpoint, as the rulebooks count it; derived from evidence. */
export type Observation = {
  readonly evidence_id: string
  readonly resource_id: string
  readonly at: number
  /** `crawl` feeds endpoint-health; `check` only the terms history. */
  readonly origin: 'crawl' | 'check'
  readonly result: 'response' | 'network_error' | 'timeout' | 'robots_blocked'
  readonly status: number | null
  readonly challenge: 'valid' | 'invalid' | 'none'
  readonly price_atomic: string | null
  readonly network: string | null
  readonly asset: string | null
  readonly pay_to: string | null
  readonly quote_atomic: string | null
  readonly quality_code: string
}

/** What one rulebook said of one subject, to be listed and sorted by. */
export type StoredScore = {
  readonly rulebook: string
  readonly version: string
  readonly subject: string
  readonly as_of: number
  readonly score: number | null
  readonly output: unknown
}

/** The newest price of a resource, for the median of its category. */
export type CategoryQuote = {
  readonly resource_id: string
  readonly category: string
  readonly host: string
  readonly price_atomic: string
  readonly at: number
}

/** Rows that are derived from evidence and can be derived again. */
export type ObservationStore = {
  /** One observation an evidence record and resource; a second is ignored. */
  recordObservations(observations: readonly Observation[]): Promise<void>
  /** Newest first. */
  observationsOf(query: {
    readonly resource_id: string
    readonly origin?: 'crawl' | undefined
    readonly until?: number | undefined
    readonly limit: number
  }): Promise<Observation[]>
  firstObservedAt(resourceId: string): Promise<number | undefined>
  /**
   * Endpoints with observations after a moment, those that were seen first
   * first: what has to be judged anew.
   */
  observedSince(at: number, limit: number): Promise<string[]>
  /** Derived rows of one rulebook about one subject; the newest replaces. */
  saveScore(score: StoredScore): Promise<void>
  saveScores(scores: readonly StoredScore[]): Promise<void>
  scoreOf(rulebook: string, subject: string): Promise<StoredScore | undefined>
  saveCategoryQuotes(quotes: readonly CategoryQuote[]): Promise<void>
  categoryQuotes(category: string, since: number): Promise<CategoryQuote[]>
  /** Observations, scores and quotes go; evidence and catalog stay. */
  dropDerived(): Promise<void>
  /** Keeps the newest `keep` (1 or more) a resource whatever their age; returns how many went. */
  pruneObservations(request: {
    readonly before: number
    readonly keep: number
  }): Promise<number>
}
