/** The store cannot answer now and nothing was written: try again later. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable'
}

/** The store cannot do this, now or later: wrong data, file or version. */
export class StoreFault extends Error {
  override readonly name = 'StoreFault'
}

/** What was asked cannot be meant: a cursor of elsewhere, an amount that is none. */
export class StoreRefusal extends Error {
  override readonly name = 'StoreRefusal'
}

/** True for the errors that a store makes itself. */
export function isStoreError(
  error: unknown,
): error is StoreUnavailable | StoreFault | StoreRefusal {
  return (
    error instanceof StoreUnavailable ||
    error instanceof StoreFault ||
    error instanceof StoreRefusal
  )
}
