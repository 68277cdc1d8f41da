import { isStoreError } from '../store/errors.js'
import type { Store } from '../store/store.js'

/** The store of a command, if there is one that can be used. */
export type StoreAccess = {
  /** Opens it when first asked. Never rejects: what went wrong is noted. */
  readonly open: () => Promise<Store | undefined>
  /** Tells the person at the terminal, once each. */
  readonly note: (text: string) => void
}

/** For a world without a store. */
export const NO_STORE: StoreAccess = {
  open: async () => undefined,
  note: () => {},
}

/**
 * Asks the store; without one, or when it cannot answer, `otherwise`. An error
 * that is not the store's own is not caught.
 */
export async function fromStore<Answer>(
  access: StoreAccess,
  ask: (store: Store) => Promise<Answer>,
  otherwise: Answer,
): Promise<Answer> {
  const store = await access.open()
  if (store === undefined) return otherwise
  try {
    return await ask(store)
  } catch (error) {
    if (!isStoreError(error)) throw error
    access.note(`the store was not used: ${error.message}`)
    return otherwise
  }
}
