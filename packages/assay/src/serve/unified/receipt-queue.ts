import type { Service } from '../service.js'

type Save = Service['store']['saveReceipt']

/** Receipts on their way into the store. */
export type ReceiptQueue = {
  /** Resolves at once while few wait, else when there is room again. */
  readonly saveReceipt: Save
  /** Resolves when everything is stored. */
  readonly drained: () => Promise<void>
}

/** So many may wait; a receipt is good without its row, its page is not there yet. */
const MOST_WAITING = 2_000

/**
 * Stores receipts behind the answers that carry them, in order. One that cannot
 * be stored is told to the log: whoever has it can still verify it.
 */
export function createReceiptQueue(
  { store, log }: Pick<Service, 'store' | 'log'>,
  most = MOST_WAITING,
): ReceiptQueue {
  let waiting = 0
  let last: Promise<void> = Promise.resolve()
  return {
    saveReceipt: async (receipt) => {
      waiting++
      last = last
        .then(() => store.saveReceipt(receipt))
        .catch((error: unknown) =>
          log({
            level: 'error',
            event: 'receipt_not_stored',
            receipt: receipt.id,
            error: error instanceof Error ? error.message : String(error),
          }),
        )
        .then(() => {
          waiting--
        })
      if (waiting > most) await last
    },
    drained: () => last,
  }
}
