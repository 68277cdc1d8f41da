import { z } from 'zod'
import { maybe, rowAtomicText, rowDate } from '../../rulebook/input.js'

/** An older observation of the same endpoint; read by `readHistoryRow`. */
export const historyRow = z.object({
  at: rowDate,
  price_atomic: maybe(rowAtomicText),
  network: maybe(z.string()),
  asset: maybe(z.string()),
  pay_to: maybe(z.string()),
})
