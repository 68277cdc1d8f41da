import type { Ledger } from './ledger.js'

/**
 * The ledger, with its own failures told apart from those of whoever decides
 * on it: `refuse` makes the error for the former, the latter stay as they are.
 */
export function usableLedger(
  ledger: Ledger,
  refuse: (why: string) => Error,
): Ledger {
  return {
    transact: async (now, decide) => {
      let fault: { readonly error: unknown } | undefined
      try {
        return await ledger.transact(now, (state) => {
          try {
            return decide(state)
          } catch (error) {
            fault = { error }
            throw error
          }
        })
      } catch (error) {
        if (fault?.error === error) throw error
        throw refuse(error instanceof Error ? error.message : String(error))
      }
    },
  }
}
