/** An event of a buyer's spend ledger, in the guard's own shape. */
export type SpendEvent = { readonly position: number; readonly event: unknown }

/** Spend ledgers of guards that keep theirs here: append-only, one an account. */
export type SpendingStore = {
  /** In order, those after a position (0: all). */
  spendEvents(
    account: string,
    after: number,
    limit: number,
  ): Promise<SpendEvent[]>
  /**
   * Appends after exactly the position that the caller has read; undefined: others
   * were quicker, read again. Returns the new position.
   */
  appendSpendEvents(
    account: string,
    after: number,
    events: readonly unknown[],
  ): Promise<number | undefined>
}
