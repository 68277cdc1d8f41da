/** The store cannot answer now and nothing was written: try again later. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable'
}

/** The store cannot do this, now or later: wrong data, file or version. */
export class StoreFault extends Error {
  override readonly name = 'StoreFault'
}

/** True for the errors that a store makes itself. */
export function isStoreError(
  error: unknown,
): error is StoreUnavailable | StoreFault {
  return error instanceof StoreUnavailable || error instanceof StoreFault
}
