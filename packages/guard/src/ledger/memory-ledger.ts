import type { Ledger } from './ledger.js'
import { applyEvent, emptyState, prune } from './state.js'

const PRUNE_EVERY_MS = 60_000

/** A ledger of this process only: gone when it ends. */
export function memoryLedger(): Ledger {
  const state = emptyState()
  let pruned = 0
  return {
    transact: async (now, decide) => {
      if (now - pruned > PRUNE_EVERY_MS) {
        prune(state, now)
        pruned = now
      }
      // No await from here on: nothing else can run in between.
      const { events, answer } = decide(state)
      for (const event of events) applyEvent(state, event)
      return answer
    },
  }
}
