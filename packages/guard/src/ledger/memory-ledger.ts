import type { Ledger } from './ledger.js'
import { applyEvent, closeOld, emptyState } from './state.js'

/** A ledger of this process only: gone when it ends. */
export function memoryLedger(): Ledger {
  const state = emptyState()
  return {
    transact: async (now, decide) => {
      // No await from here on: nothing else can run in between.
      closeOld(state, now)
      const { events, answer } = decide(state)
      for (const event of events) applyEvent(state, event)
      return answer
    },
  }
}
