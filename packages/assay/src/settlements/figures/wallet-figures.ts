import { addressKey } from '@assay402/core'
import type { StoredFigures } from '../../known/settled-shape.js'
import type { SettlementReads } from '../engine.js'
import {
  type CounterpartyFigures,
  counterpartyFigures,
  settlementFeed,
  type WalletAsk,
} from '../feeds/counterparty.js'
import { type MerchantActivity, merchantActivity } from '../feeds/merchant.js'
import { timeText, windowAt } from '../feeds/window.js'
import { LAST_SETTLED, TRANSFER_CLASSES } from '../transfer.js'
import { type FollowedHops, withCut } from './hop-cut.js'
import { listsOf } from './lists.js'
import { excludedOn, type OwnWallets } from './own-wallets.js'

export type FiguresAsk = {
  /** CAIP-2. */
  readonly network: string
  readonly wallet: string
  /** Epoch milliseconds. */
  readonly now: number
}

export type FiguresTools = {
  readonly reads: SettlementReads
  readonly own: OwnWallets
  /** Whose outgoing transfers were read. */
  readonly hops: FollowedHops
  /** Where settlements come from, for `source`. */
  readonly source: string
}

export type FiguresAsOf = {
  /** Up to when the settlements were read. */
  readonly at: number
  readonly figures: StoredFigures
}

/**
 * So many rows are kept as they are, for a reader to add up again; of more only
 * the sums.
 */
export const MOST_ROWS = 500

/**
 * Everything that the rulebooks and people want of one wallet, as of the moment
 * up to which it was read. Undefined: it was not read at all.
 */
export async function walletFigures(
  tools: FiguresTools,
  { network, wallet, now }: FiguresAsk,
): Promise<FiguresAsOf | undefined> {
  const covered = await tools.reads.coverage(network, wallet)
  if (covered === undefined) return undefined
  const at = Math.min(now, covered.to)
  const ask: WalletAsk = { network, wallet, now: timeText(at) }
  const window = windowAt(ask.now)
  const excluded = excludedOn(tools.own, network)
  const { reads, asked } = withCut(tools.reads)
  const sums = await reads.figures(
    network,
    wallet,
    window,
    excluded.map((one) => one.wallet),
  )
  const figures = await counterpartyFigures(
    reads,
    ask,
    excluded.map((one) => one.wallet),
  )
  const cut = await tools.hops.cutOf(network, asked(), window, figures.cut)
  const lists = await listsOf(reads, ask, { sums, figures, covered, cut })
  if (covered.from > window.after)
    return { at, figures: { status: 'partial', lists } }
  const rows = await rowsOf(reads, ask, sums?.settlements ?? 0, tools.source)
  const paid = await excludedPayers(reads, ask, excluded)
  return {
    at,
    figures: {
      status: 'available',
      settlement: {
        status: 'available',
        source: tools.source,
        ...(rows ?? { figures: summed(figures, lists.totals, paid) }),
      },
      excluded_wallets: excluded,
      self: tools.own.paid_to.includes(addressKey(wallet)),
      activity: activityFrom(await merchantActivity(reads, ask)),
      lists,
    },
  }
}

function activityFrom(activity: MerchantActivity | undefined) {
  return activity === undefined
    ? { ...NEVER_SETTLED, daily: [] }
    : { ...activity, daily: [...activity.daily] }
}

/** Read without a gap, and there was nothing. */
const NEVER_SETTLED = {
  source: 'settlements_30d',
  first_seen: null,
  total_tx_count: 0,
  unique_payers: 0,
  completed_flows: null,
  abandoned_flows: null,
  refund_count: 0,
  refund_eligible_volume_atomic: '0',
} as const

async function rowsOf(
  reads: SettlementReads,
  ask: WalletAsk,
  settlements: number,
  source: string,
) {
  if (settlements > MOST_ROWS) return undefined
  const feed = await settlementFeed(reads, ask, source, 0)
  if (feed.status !== 'available') return undefined
  const { transfers, other_transfers } = feed
  if (transfers.length + other_transfers.length > MOST_ROWS) return undefined
  return { transfers: [...transfers], other_transfers: [...other_transfers] }
}

function summed(
  { extended }: CounterpartyFigures,
  totals: object,
  excluded_payers: readonly string[],
): Record<string, unknown> {
  return { ...totals, excluded_payers, extended }
}

async function excludedPayers(
  reads: SettlementReads,
  { network, wallet, now }: WalletAsk,
  excluded: readonly { readonly wallet: string }[],
): Promise<string[]> {
  if (excluded.length === 0) return []
  const payers = excluded.map((one) => addressKey(one.wallet))
  const rows = await reads.sentBy(network, payers, windowAt(now))
  const key = addressKey(wallet)
  const settled = rows.filter(
    (row) =>
      row.to === key &&
      row.amount > 0n &&
      TRANSFER_CLASSES.indexOf(row.class) <= LAST_SETTLED,
  )
  return [...new Set(settled.map(({ from }) => from))]
}
