import { addressKey, decimalText, fraction, roundHalfUp } from '@assay402/core'
import type { SettlementLists } from '../../known/settled-shape.js'
import type { Coverage, SellerFigures, SettlementReads } from '../engine.js'
import type { CounterpartyFigures, WalletAsk } from '../feeds/counterparty.js'
import type { HopCut } from '../feeds/hops.js'
import { timeText, WINDOW_DAYS, windowAt } from '../feeds/window.js'
import { DAY_MS, dayOf } from '../window.js'

export type ListParts = {
  readonly sums: SellerFigures | undefined
  readonly figures: CounterpartyFigures
  readonly covered: Coverage
  readonly cut: HopCut | null
}

/** Rows of a list that are kept for people. */
export const MOST_LISTED = 100
/** Wallets of one cohort, and wallets of paths, that are kept. */
const MOST_WALLETS = 1_000

/** The lists of one wallet: who paid, when, and what came back. */
export async function listsOf(
  reads: SettlementReads,
  ask: WalletAsk,
  { sums, figures, covered, cut }: ListParts,
): Promise<SettlementLists> {
  const { network, wallet, now } = ask
  const window = windowAt(now)
  const volume = sums?.volume ?? 0n
  const payers = await reads.payers(network, wallet, window, {
    limit: MOST_LISTED,
  })
  const last = dayOf(window.until)
  const days = await reads.daily(network, wallet, last - WINDOW_DAYS, last)
  const { multi_hop, refunds, cohorts, top_payer_share } = figures.extended
  const senders = (sums?.buyers ?? 0) + (await ownPayment(reads, ask))
  const key = addressKey(wallet)
  return {
    window: { from: timeText(window.after), to: timeText(window.until) },
    covered: { from: timeText(covered.from), to: timeText(covered.to) },
    totals: {
      volume_atomic: String(volume),
      washed_volume_atomic: String(sums?.washed ?? 0n),
      settlements: sums?.settlements ?? 0,
      buyers: sums?.buyers ?? 0,
      real_buyers: sums?.real_buyers ?? 0,
      repeat_buyers: sums?.repeat_buyers ?? 0,
    },
    top_payer_share,
    payers: payers.map((payer) => ({
      wallet: payer.wallet,
      volume_atomic: String(payer.volume),
      share: shareOf(payer.volume, volume),
      settlements: payer.settlements,
      first_at: timeText(payer.first_at),
      last_at: timeText(payer.last_at),
      washed:
        payer.wallet === key ? 'self' : payer.washed === 'yes' ? 'loop' : 'no',
    })),
    payers_left_out: Math.max(0, senders - payers.length),
    daily: days.map((day) => ({
      day: timeText(day.day * DAY_MS).slice(0, 10),
      tx_count: day.settlements,
      volume_atomic: String(day.volume),
    })),
    loops: await loopsOf(reads, ask),
    multi_hop: {
      ...multi_hop,
      wallets: multi_hop.wallets.slice(0, MOST_WALLETS),
    },
    refunds,
    cohorts: cohorts.slice(0, MOST_LISTED).map((cohort) => ({
      ...cohort,
      wallets: cohort.wallets.slice(0, MOST_WALLETS),
    })),
    cut: cut && { hubs: cut.hubs.slice(0, MOST_WALLETS), unread: cut.unread },
  }
}

const SHARE_DECIMALS = 4

function shareOf(part: bigint, whole: bigint): number {
  if (part === 0n) return 0
  const rounded = roundHalfUp(fraction(part, whole), SHARE_DECIMALS)
  return Number(decimalText(rounded, SHARE_DECIMALS))
}

/** 1 when the seller paid itself: it is a payer that is no buyer. */
async function ownPayment(
  reads: SettlementReads,
  { network, wallet, now }: WalletAsk,
): Promise<number> {
  const key = addressKey(wallet)
  const rows = await reads.sentBy(network, [key], windowAt(now))
  return rows.some((row) => row.to === key && row.amount > 0n) ? 1 : 0
}

async function loopsOf(
  reads: SettlementReads,
  { network, wallet, now }: WalletAsk,
): Promise<SettlementLists['loops']> {
  const key = addressKey(wallet)
  const sent = new Map<string, bigint>()
  const settled = new Map<string, bigint>()
  for (const row of await reads.returns(network, wallet, windowAt(now))) {
    const isOut = row.from === key
    if (isOut && row.to === key) continue
    const [side, other] = isOut ? [sent, row.to] : [settled, row.from]
    side.set(other, (side.get(other) ?? 0n) + row.amount)
  }
  return [...settled]
    .filter(([other, amount]) => amount > 0n && (sent.get(other) ?? 0n) > 0n)
    .sort((a, b) => (a[1] < b[1] ? 1 : a[1] > b[1] ? -1 : a[0] < b[0] ? -1 : 1))
    .slice(0, MOST_LISTED)
    .map(([other, amount]) => ({
      wallet: other,
      sent_atomic: String(sent.get(other) ?? 0n),
      settled_atomic: String(amount),
    }))
}
