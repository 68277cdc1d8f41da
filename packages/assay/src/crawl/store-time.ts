/** The store's clock, told from the worker's own since the last lease. */
export type StoreTime = {
  /** Never behind the store's clock, ahead of it by a statement at most. */
  readonly now: () => number
}

/**
 * From a moment of the store's clock (epoch milliseconds) and the moment of the
 * worker's clock just before the store was asked for it.
 */
export function storeTime(
  storeMs: number,
  askedAt: number,
  clock: () => number,
): StoreTime {
  return { now: () => Math.ceil(storeMs + (clock() - askedAt)) }
}
