import { isObject, own } from '../../json/value.js'
import { isAtomicText } from '../../money/usd.js'
import { type Instant, parseInstant } from '../../time/instant.js'
import { mapNetwork, networkFamily } from '../../x402/network.js'
import { sameParty } from '../../x402/party.js'

export type HistoryRow = {
  readonly at: Instant
  /** Null for an observation without terms: a part of them is missing. */
  readonly terms: TermsSeen | null
}

/** One set of payment terms as it was seen; the network as mapped. */
export type TermsSeen = {
  readonly amount: string
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
  if (amount !== null && !isAtomicText(amount)) return undefined
  if (amount === null || network === null) return { at, terms: null }
  if (asset === null || payTo === null) return { at, terms: null }
  return {
    at,
    terms: { amount, network: mapNetwork(network).id, asset, payTo },
  }
}

/** Equal amounts, networks, assets and payees. */
export function sameTerms(a: TermsSeen, b: TermsSeen): boolean {
  if (a.network !== b.network || !sameDigits(a.amount, b.amount)) return false
  const family = networkFamily(a.network)
  return (
    sameParty(a.payTo, b.payTo, family) && sameParty(a.asset, b.asset, family)
  )
}

const LEADING_ZEROS = /^0+(?=.)/

function sameDigits(a: string, b: string): boolean {
  return (
    a === b || a.replace(LEADING_ZEROS, '') === b.replace(LEADING_ZEROS, '')
  )
}

/** A text, null when it is absent, `undefined` for another type. */
function textOf(row: object, name: string): string | null | undefined {
  const value = own(row, name) ?? null
  return value === null || typeof value === 'string' ? value : undefined
}
