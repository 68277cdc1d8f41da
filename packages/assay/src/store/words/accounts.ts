/** One limit that an operation counts against. */
export type QuotaClaim = {
  /** What is counted, e.g. `terms_free_client`; at most 64 characters. */
  readonly scope: string
  /** Whose it is: a salted hash or the id of a key, never an address as such. */
  readonly subject: string
  /** The window's first moment: windows are fixed spans, e.g. a UTC day. */
  readonly from: number
  /** The window's end, when the count begins anew. */
  readonly until: number
  readonly limit: number
}

/** How a quota answered; `used` is in the order of the claims. */
export type QuotaTaken =
  | {
      readonly taken: true
      /** The same operation was counted before: it is not counted again. */
      readonly repeated: boolean
      readonly used: readonly number[]
    }
  | {
      readonly taken: false
      /** Index of the first claim that is at its limit. */
      readonly exhausted: number
      readonly used: readonly number[]
    }

/** A caller that has registered. The key itself is never stored. */
export type ApiKey = {
  readonly id: string
  /** SHA-256 of the key, hex. */
  readonly key_sha256: string
  readonly created_at: number
  /** `exempt` is set by the operator only. */
  readonly tier: 'free' | 'exempt'
  readonly label: string | null
}

/** Who may ask how much. Atomic over all processes of one store. */
export type AccountStore = {
  /**
   * Takes one of every claim, or of none. With `once`, an operation of the same
   * key that was taken before `until` is repeated without being counted.
   */
  takeQuota(
    claims: readonly QuotaClaim[],
    once?: { readonly key: string; readonly until: number },
  ): Promise<QuotaTaken>
  /**
   * Gives one back of every claim, for an operation that did not count; its
   * `once` key is forgotten, so that it is counted when it is tried again.
   */
  returnQuota(claims: readonly QuotaClaim[], onceKey?: string): Promise<void>
  quotaUsed(claims: readonly QuotaClaim[]): Promise<number[]>
  /** Drops windows and `once` keys that ended before a moment; returns how many windows. */
  pruneQuotas(before: number): Promise<number>
  /** Saved again by id: tier and label are replaced. */
  saveKey(key: ApiKey): Promise<void>
  keyByHash(sha256: string): Promise<ApiKey | undefined>
}
