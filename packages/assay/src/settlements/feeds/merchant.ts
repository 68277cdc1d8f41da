import { counterparty, merchant } from '@assay402/core'
import type { SettlementReads } from '../engine.js'
import { DAY_MS, dayOf } from '../window.js'
import { refundFigures, type WalletAsk } from './counterparty.js'
import { timeText, WINDOW_DAYS, windowAt } from './window.js'

/** `activity` of the input of rulebook merchant, from settlements. */
export type MerchantActivity = {
  readonly source: 'settlements_30d'
  readonly first_seen: string | null
  readonly total_tx_count: number
  readonly unique_payers: number
  readonly completed_flows: null
  readonly abandoned_flows: null
  readonly refund_count: number
  readonly refund_eligible_volume_atomic: string
  readonly daily: readonly {
    readonly day: string
    readonly tx_count: number
    readonly volume_atomic: string
  }[]
}

/**
 * What a wallet's settlements say to rulebook merchant; undefined for one that
 * never had any.
 */
export async function merchantActivity(
  reads: SettlementReads,
  ask: WalletAsk,
): Promise<MerchantActivity | undefined> {
  const { network, wallet, now } = ask
  const firstDay = await reads.firstSettledDay(network, wallet)
  if (firstDay === undefined) return undefined
  const window = windowAt(now)
  const sums = await reads.figures(network, wallet, window, [])
  const refunds = await refundFigures(reads, ask)
  // Younger settlements may still be refunded, so they say nothing yet.
  const eligible = await reads.figures(
    network,
    wallet,
    { after: window.after, until: window.until - REFUND_MS - 1 },
    [],
  )
  return {
    source: 'settlements_30d',
    first_seen: await firstSeen(reads, ask),
    total_tx_count: sums?.settlements ?? 0,
    unique_payers: sums?.buyers ?? 0,
    completed_flows: null,
    abandoned_flows: null,
    refund_count: refunds.count,
    refund_eligible_volume_atomic: String(eligible?.volume ?? 0n),
    daily: await dailyRows(reads, ask, firstDay, dayOf(window.until)),
  }
}

const REFUND_MS =
  (counterparty.thresholds['refund_days']?.value as number) * DAY_MS
/** With the newest one: what velocity looks at. */
const DAILY_DAYS =
  1 + (merchant.thresholds['velocity_window_days']?.value as number)

/** Known only where reading began 30 days before it, or earlier. */
async function firstSeen(
  reads: SettlementReads,
  { network, wallet }: WalletAsk,
): Promise<string | null> {
  const [seen, covered] = [
    await reads.firstSeen(network, wallet),
    await reads.coverage(network, wallet),
  ]
  if (seen === undefined || covered === undefined) return null
  return covered.from <= seen - WINDOW_DAYS * DAY_MS ? timeText(seen) : null
}

/** Every complete day before `today` from the first active one on. */
async function dailyRows(
  reads: SettlementReads,
  { network, wallet }: WalletAsk,
  firstActive: number,
  today: number,
): Promise<MerchantActivity['daily']> {
  const first = Math.max(firstActive, today - DAILY_DAYS)
  const rows = await reads.daily(network, wallet, first, today - 1)
  const byDay = new Map(rows.map((row) => [row.day, row]))
  return Array.from({ length: Math.max(0, today - first) }, (_, i) => {
    const row = byDay.get(first + i)
    return {
      day: timeText((first + i) * DAY_MS).slice(0, 10),
      tx_count: row?.settlements ?? 0,
      volume_atomic: String(row?.volume ?? 0n),
    }
  })
}
