import {
  addressKey,
  counterparty,
  decimalText,
  fraction,
  roundHalfUp,
} from '@assay402/core'
import type { SellerLoops, SettlementReads } from '../engine.js'
import type { Transfer, Window } from '../transfer.js'
import { followHops, type HopCut, type Hops, type SentBy } from './hops.js'
import { timeText, windowAt } from './window.js'

export type WalletAsk = {
  /** CAIP-2. */
  readonly network: string
  readonly wallet: string
  /** RFC 3339. */
  readonly now: string
}

/** One transfer as rulebook counterparty reads it. */
export type TransferRow = {
  readonly tx: string
  readonly log_index: number
  readonly from: string
  readonly to: string
  readonly amount_atomic: string
  readonly at: string
}

/** `settlement` of the input of rulebook counterparty, and what was cut. */
export type SettlementFeed =
  | {
      readonly status: 'available'
      readonly source: string
      readonly transfers: readonly TransferRow[]
      readonly other_transfers: readonly TransferRow[]
      readonly cut: HopCut | null
    }
  | { readonly status: 'missing'; readonly why: 'not_covered' }

/**
 * Every transfer of a wallet in the window, for the rulebook itself. Missing
 * unless the whole window was read, up to `staleMs` before now.
 */
export async function settlementFeed(
  reads: SettlementReads,
  ask: WalletAsk,
  source: string,
  staleMs: number,
): Promise<SettlementFeed> {
  const { network, wallet, now } = ask
  const window = windowAt(now)
  const covered = await reads.coverage(network, wallet)
  if (
    covered === undefined ||
    covered.from > window.after ||
    covered.to < window.until - staleMs
  )
    return { status: 'missing', why: 'not_covered' }
  const transfers = await reads.transfers(network, wallet, window)
  const key = addressKey(wallet)
  const outgoing = transfers.filter(({ to }) => to !== key)
  const hops = await hopsOf(reads, ask, window, outgoing)
  return {
    status: 'available',
    source,
    transfers: transfers.map(rowOf),
    other_transfers: hops.transfers.map(rowOf),
    cut: hops.cut,
  }
}

/** The part of rulebook counterparty's output that comes from settlements. */
export type CounterpartyFigures = {
  readonly wash_trading_ratio: number
  readonly real_buyer_count: number
  readonly repeat_buyer_rate: number
  readonly totals: {
    readonly volume_atomic: string
    readonly washed_volume_atomic: string
    readonly settlements: number
    readonly buyers: number
  }
  readonly extended: {
    readonly multi_hop: {
      readonly washed_volume_atomic: string
      readonly wallets: readonly string[]
    }
    readonly refunds: { readonly count: number; readonly volume_atomic: string }
    readonly top_payer_share: number
    readonly cohorts: readonly {
      readonly wallets: readonly string[]
      readonly first_at: string
      readonly amount_atomic: string
      readonly payments: number
    }[]
  }
  readonly cut: HopCut | null
}

/**
 * The figures without handing every transfer to the rulebook: sums from the
 * engine, paths and refunds by the rulebook over the few rows they depend on.
 * `loops` are those of this wallet, when all sellers' were looked for at once.
 */
export async function counterpartyFigures(
  reads: SettlementReads,
  ask: WalletAsk,
  excluded: readonly string[] = [],
  loops?: SellerLoops,
): Promise<CounterpartyFigures> {
  const { network, wallet, now } = ask
  const window = windowAt(now)
  const sums = await reads.figures(network, wallet, window, excluded)
  const cohorts = await reads.cohorts(network, wallet, window, COHORT_RULE)
  const returns = await reads.returns(network, wallet, window)
  const key = addressKey(wallet)
  const outgoing = returns.filter(({ from }) => from === key)
  const volume = sums?.volume ?? 0n
  const washed = sums?.washed ?? 0n
  const { multi_hop, cut } =
    loops === undefined
      ? await loopsOf(reads, ask, window, outgoing, washed)
      : {
          cut: loops.cut,
          multi_hop: {
            washed_volume_atomic: String(washed + loops.unwashed),
            wallets: loops.buyers,
          },
        }
  return {
    wash_trading_ratio: share(washed, volume),
    real_buyer_count: sums?.real_buyers ?? 0,
    repeat_buyer_rate: share(
      BigInt(sums?.repeat_buyers ?? 0),
      BigInt(sums?.real_buyers ?? 0),
    ),
    totals: {
      volume_atomic: String(volume),
      washed_volume_atomic: String(washed),
      settlements: sums?.settlements ?? 0,
      buyers: sums?.buyers ?? 0,
    },
    extended: {
      multi_hop,
      refunds: extendedOf(ask, returns.map(rowOf), []).refunds,
      top_payer_share: share(sums?.top_payer ?? 0n, volume),
      cohorts: cohorts.map(({ wallets, first_at, amount, payments }) => ({
        wallets,
        first_at: timeText(first_at),
        amount_atomic: String(amount),
        payments,
      })),
    },
    cut,
  }
}

/** Refunds in the window, by the rulebook over the rows they depend on. */
export async function refundFigures(
  reads: SettlementReads,
  ask: WalletAsk,
): Promise<CounterpartyFigures['extended']['refunds']> {
  const window = windowAt(ask.now)
  const rows = await reads.returns(ask.network, ask.wallet, window)
  return extendedOf(ask, rows.map(rowOf), []).refunds
}

/** A transfer as the rulebooks read it. */
export function rowOf(transfer: Transfer): TransferRow {
  const { tx, log_index, from, to, amount, at } = transfer
  const amount_atomic = String(amount)
  return { tx, log_index, from, to, amount_atomic, at: timeText(at) }
}

type Extended = CounterpartyFigures['extended']

const COHORT_RULE = {
  window_ms: 1_000 * thresholdOf('cohort_window'),
  buyers: thresholdOf('cohort_buyers'),
} as const

const SHARE_DECIMALS = 4

function thresholdOf(name: string): number {
  return counterparty.thresholds[name]?.value as number
}

function hopsOf(
  reads: SettlementReads,
  { network, wallet }: WalletAsk,
  window: Window,
  outgoing: readonly Transfer[],
): Promise<Hops> {
  const sentBy: SentBy = (wallets, during) =>
    reads.sentBy(network, wallets, during)
  return followHops(wallet, outgoing, window, sentBy)
}

async function loopsOf(
  reads: SettlementReads,
  ask: WalletAsk,
  window: Window,
  outgoing: readonly Transfer[],
  washed: bigint,
) {
  const hops = await hopsOf(reads, ask, window, outgoing)
  const { cut } = hops
  if (hops.transfers.length === 0)
    return {
      cut,
      multi_hop: { washed_volume_atomic: String(washed), wallets: [] },
    }
  const { multi_hop } = await pathsOf(reads, ask, window, outgoing, hops)
  return { cut, multi_hop }
}

// A path is about who is reached, not in how many payments: one row a payer
// carries its volume.
async function pathsOf(
  reads: SettlementReads,
  ask: WalletAsk,
  window: Window,
  outgoing: readonly Transfer[],
  hops: Hops,
): Promise<Extended> {
  const { network, wallet } = ask
  const payers = await reads.payers(network, wallet, window)
  const settled = payers.map((payer) => ({
    from: payer.wallet,
    to: wallet,
    amount_atomic: String(payer.volume),
    at: timeText(payer.first_at),
  }))
  const rows = [...settled, ...outgoing.map(rowOf)]
  return extendedOf(ask, rows, hops.transfers.map(rowOf))
}

function extendedOf(
  { network, wallet, now }: WalletAsk,
  transfers: readonly object[],
  other_transfers: readonly object[],
): Extended {
  const answer = counterparty.judge({
    now,
    subject: wallet,
    network,
    pay_to: wallet,
    settlement: { status: 'available', transfers, other_transfers },
  }) as { readonly extended?: Extended }
  if (answer.extended === undefined || answer.extended === null)
    throw new TypeError(`${wallet} on ${network} cannot be judged`)
  return answer.extended
}

function share(part: bigint, whole: bigint): number {
  if (part === 0n) return 0
  return Number(
    decimalText(
      roundHalfUp(fraction(part, whole), SHARE_DECIMALS),
      SHARE_DECIMALS,
    ),
  )
}
