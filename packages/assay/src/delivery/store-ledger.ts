import { createLedger, type Ledger, type LedgerEvent } from '@assay402/guard'
import type { SpendingStore } from '../store/store.js'

/** The spend ledger of our own purchases: one account of the store. */
export const PROBE_ACCOUNT = 'assay:spot-checks'

const PAGE = 1_000

/** Every event of our purchases, in order. */
export async function probeEvents(
  store: Pick<SpendingStore, 'spendEvents'>,
  after = 0,
): Promise<{ events: LedgerEvent[]; position: number }> {
  const events: LedgerEvent[] = []
  let position = after
  for (;;) {
    const page = await store.spendEvents(PROBE_ACCOUNT, position, PAGE)
    // Written by this ledger alone.
    for (const row of page) events.push(row.event as LedgerEvent)
    position = page.at(-1)?.position ?? position
    if (page.length < PAGE) return { events, position }
  }
}

/**
 * The guard's ledger in the operational store: what is signed stands there
 * before it leaves, so that a kill takes no purchase with it.
 */
export function storeLedger(
  store: Pick<SpendingStore, 'spendEvents' | 'appendSpendEvents'>,
): Ledger {
  return createLedger({
    read: async (after) => {
      const { events, position } = await probeEvents(store, Number(after ?? 0))
      return { events, position: String(position) }
    },
    append: async (events, after) => {
      const appended = await store.appendSpendEvents(
        PROBE_ACCOUNT,
        Number(after),
        events,
      )
      return appended !== undefined
    },
  })
}
