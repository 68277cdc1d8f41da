import {
  addMs,
  compareInstants,
  DAY_MS,
  type Instant,
} from '../../time/instant.js'
import { THRESHOLDS } from './data.js'
import { createRepeats } from './repeats.js'
import { readTransferRow } from './transfer-row.js'
import type { WalletKey } from './wallet-key.js'

/** A transfer that counts; `from` and `to` are what addresses compare by. */
export type Transfer = {
  readonly from: string
  readonly to: string
  /** The sender as the feed wrote it. */
  readonly sender: string
  readonly amount: bigint
  readonly at: Instant
}

/**
 * The transfers of one list that count, in its order: in the window, above 0,
 * and of rows equal in tx and log_index the first one.
 */
export function transfersInWindow(
  rows: readonly unknown[],
  now: Instant,
  keyOf: WalletKey,
): Transfer[] {
  const after = addMs(now, -THRESHOLDS.window_days.value * DAY_MS)
  const isRepeated = createRepeats()
  const transfers: Transfer[] = []
  for (const item of rows) {
    const row = readTransferRow(item)
    if (row === undefined || isRepeated(row)) continue
    const { at, amount_atomic: amount } = row
    if (compareInstants(at, after) <= 0 || compareInstants(at, now) > 0)
      continue
    if (amount === 0n) continue
    const from = keyOf(row.from)
    const to = keyOf(row.to)
    transfers.push({ from, to, sender: row.from, amount, at })
  }
  return transfers
}

/** A copy in the order of time. */
export function inTimeOrder<Row extends { readonly at: Instant }>(
  rows: readonly Row[],
): Row[] {
  return [...rows].sort((a, b) => compareInstants(a.at, b.at))
}
