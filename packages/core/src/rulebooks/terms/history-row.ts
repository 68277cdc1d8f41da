import { z } from 'zod'
import { isObject, own } from '../../json/value.js'
import { maybe, rowAtomicText, rowDate } from '../../rulebook/input.js'
import { type Instant, parseInstant } from '../../time/instant.js'
import { partyKey } from '../../x402/offer.js'
import { mapNetwork, networkFamily } from '../../x402/network.js'

/** An older observation of the same endpoint; read by `readHistoryRow`. */
export const historyRow = z.object({
  at: rowDate,
  price_atomic: maybe(rowAtomicText),
  network: maybe(z.string()),
  asset: maybe(z.string()),
  pay_to: maybe(z.string()),
})

export type HistoryRow = {
  readonly at: Instant
  /** Null for an observation without terms: a part of them is missing. */
  readonly terms: TermsSeen | null
}

/** What two sets of payment terms are compared by. */
export type TermsSeen = {
  /** Digits without leading zeros. */
  readonly amount: string
  /** As mapped. */
  readonly network: string
  readonly asset: string
  readonly payTo: string
}

/** Reads one row by hand, as `historyRow` would: lists of them are long. */
export function readHistoryRow(row: unknown): HistoryRow | undefined {
  if (!isObject(row)) return undefined
  const at = parseInstant(own(row, 'at'))
  const amount = textOf(row, 'price_atomic')
  const network = textOf(row, 'network')
  const asset = textOf(row, 'asset')
  const payTo = textOf(row, 'pay_to')
  if (at === undefined || amount === undefined || network === undefined)
    return undefined
  if (asset === undefined || payTo === undefined) return undefined
  if (amount !== null && !ATOMIC.test(amount)) return undefined
  if (amount === null || network === null) return { at, terms: null }
  if (asset === null || payTo === null) return { at, terms: null }
  return { at, terms: termsSeen(amount, mapNetwork(network).id, asset, payTo) }
}

/** Terms in the form in which they are compared. */
export function termsSeen(
  amount: string,
  network: string,
  asset: string,
  payTo: string,
): TermsSeen {
  const family = networkFamily(network)
  return {
    amount: amount.replace(LEADING_ZEROS, ''),
    network,
    asset: partyKey(asset, family),
    payTo: partyKey(payTo, family),
  }
}

export function sameTerms(a: TermsSeen, b: TermsSeen): boolean {
  return (
    a.payTo === b.payTo &&
    a.amount === b.amount &&
    a.network === b.network &&
    a.asset === b.asset
  )
}

const ATOMIC = /^[0-9]{1,78}$/
const LEADING_ZEROS = /^0+(?=.)/

/** A text, null when it is absent, `undefined` for another type. */
function textOf(row: object, name: string): string | null | undefined {
  const value = own(row, name) ?? null
  return value === null || typeof value === 'string' ? value : undefined
}
