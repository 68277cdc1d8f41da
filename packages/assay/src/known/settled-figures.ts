import { addressKey, counterparty, mapNetwork } from '@assay402/core'
import type { z } from 'zod'
import type { FiguresStore } from '../store/words/figures.js'
import { type SettlementLists, storedFigures } from './settled-shape.js'

/** What the settlements of a wallet say, copied from the process that owns them. */
export type SettledFigures = {
  readonly status: 'available'
  /** Up to when the settlements were read, epoch milliseconds; at most 24 h ago. */
  readonly at: number
  /** `settlement` of the input of rulebook counterparty. */
  readonly counterparty_settlement: SettlementInput
  /** `excluded_wallets` and `self` of the same input. */
  readonly excluded_wallets: readonly ExcludedWallet[]
  readonly self: boolean
  /** `activity` of the input of rulebook merchant. */
  readonly merchant_activity: {
    readonly total_tx_count: number
    readonly unique_payers: number
    /** Empty for a wallet that never was paid. */
    readonly daily: readonly unknown[]
  }
  /** For people: payers, days, cohorts, loops, what was cut. */
  readonly lists: SettlementLists
}

/**
 * `not_read`: nobody reads this wallet. `not_covered`: the window was not read
 * whole yet. `stale`: older than 24 hours. `delisted`: reading or adding up
 * failed, so that nothing is said until it works again.
 */
export type FiguresUnavailable = {
  readonly status: 'unavailable'
  readonly code: 'not_read' | 'not_covered' | 'stale' | 'delisted'
}

export type SettlementInput = {
  readonly status: 'available'
  readonly source: string
  readonly transfers?: readonly object[] | undefined
  readonly other_transfers?: readonly object[] | undefined
  readonly figures?: object | undefined
}

export type ExcludedWallet = {
  readonly wallet: string
  readonly why: 'bootstrap' | 'own_probe'
}

/** How old figures may be that an answer is made of, milliseconds. */
export const FIGURES_MS: number =
  (counterparty.thresholds['fresh_hours']?.value as number) * 3_600_000

/**
 * The figures of a wallet as of a moment (epoch milliseconds), or why there are
 * none: the one place where check, score and the service take them from.
 */
export async function readFigures(
  store: Pick<FiguresStore, 'figuresOf'>,
  network: string,
  wallet: string,
  now: number,
): Promise<SettledFigures | FiguresUnavailable> {
  const { id } = mapNetwork(network)
  const row = await store.figuresOf(id, addressKey(wallet))
  if (row === undefined) return unavailable('not_read')
  const read = storedFigures.safeParse(row.figures)
  // Figures that do not fit are never served, whoever wrote them.
  if (!read.success || read.data.status === 'delisted')
    return unavailable('delisted')
  if (now - row.at > FIGURES_MS || row.at > now + CLOCKS_MS)
    return unavailable('stale')
  if (read.data.status === 'partial') return unavailable('not_covered')
  return served(row.at, read.data)
}

/**
 * The lists of a wallet for people, whatever their age and however much of the
 * window was read; undefined when nobody reads the wallet.
 */
export async function readSettlementLists(
  store: Pick<FiguresStore, 'figuresOf'>,
  network: string,
  wallet: string,
): Promise<{ at: number; lists: SettlementLists } | undefined> {
  const { id } = mapNetwork(network)
  const row = await store.figuresOf(id, addressKey(wallet))
  const read = storedFigures.safeParse(row?.figures)
  if (row === undefined || !read.success) return undefined
  if (read.data.status === 'delisted') return undefined
  return { at: row.at, lists: read.data.lists }
}

/** A block may be a little ahead of our own clock. */
const CLOCKS_MS = 60_000

type Available = Extract<
  z.output<typeof storedFigures>,
  { readonly status: 'available' }
>

function served(
  at: number,
  { settlement, excluded_wallets, self, activity, lists }: Available,
): SettledFigures {
  return {
    status: 'available',
    at,
    counterparty_settlement: settlement,
    excluded_wallets,
    self,
    merchant_activity: activity,
    lists,
  }
}

function unavailable(code: FiguresUnavailable['code']): FiguresUnavailable {
  return { status: 'unavailable', code }
}
