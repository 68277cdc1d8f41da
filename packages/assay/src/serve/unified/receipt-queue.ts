import type { StoredReceipt } from '../../store/words/receipts.js'
import type { Service } from '../service.js'

/** Receipts on their way into the store. */
export type ReceiptQueue = {
  /** Resolves at once while few wait, else when there is room again. */
  readonly saveReceipt: Service['store']['saveReceipt']
  /** Resolves when everything is stored. */
  readonly drained: () => Promise<void>
}

/** So many may wait; a receipt is good without its row, its page is not there yet. */
const MOST_WAITING = 2_000

/** So many go into one transaction, which holds the event loop while it runs. */
const AT_ONCE = 128

/**
 * Stores receipts behind the answers that carry them, in order, those that came
 * meanwhile together. One that cannot be stored is told to the log: whoever has
 * it can still verify it.
 */
export function createReceiptQueue(
  { store, log }: Pick<Service, 'store' | 'log'>,
  most = MOST_WAITING,
): ReceiptQueue {
  const waiting: StoredReceipt[] = []
  let storing: Promise<void> | undefined

  const lost = (receipts: readonly StoredReceipt[], error: unknown) => {
    for (const { id } of receipts)
      log({
        level: 'error',
        event: 'receipt_not_stored',
        receipt: id,
        error: error instanceof Error ? error.message : String(error),
      })
  }
  const storeAll = async () => {
    while (waiting.length > 0) {
      const batch = waiting.splice(0, AT_ONCE)
      try {
        await store.saveReceipts(batch)
      } catch (error) {
        lost(batch, error)
      }
      // Whoever asks something else has his turn.
      await new Promise((resolve) => setImmediate(resolve))
    }
    storing = undefined
  }
  return {
    saveReceipt: async (receipt) => {
      waiting.push(receipt)
      storing ??= storeAll()
      if (waiting.length > most) await storing
    },
    drained: async () => storing,
  }
}
