import {
  type Authorization,
  LEDGER_TIMES,
  type LedgerEvent,
  type LedgerTerms,
  type Outcome,
} from './event.js'
import { addressKeyOf, pinKey } from './keys.js'

/** One reservation, as the events so far tell it. */
export type Entry = {
  readonly id: string
  readonly at: number
  readonly request: string
  readonly host: string
  readonly wallet: string
  readonly terms: LedgerTerms
  readonly amount: bigint
  open_until: number
  signed_at: number | null
  authorization: Authorization | null
  unwatched: boolean
  outcome: Outcome | null
  ended_at: number | null
}

/** The wallet first paid for a resource and network. */
export type Pin = { readonly pay_to: string; readonly since: number }

/** Terms that were paid before, for the history of rulebook terms. */
export type PaidTerms = { readonly at: number; readonly terms: LedgerTerms }

/** Everything that the ledger knows, derived from its events alone. */
export type LedgerState = {
  readonly entries: Map<string, Entry>
  readonly pins: Map<string, Pin>
  readonly history: Map<string, PaidTerms[]>
}

const HISTORY_ROWS = 30
const REMEMBERED = 10_000

export function emptyState(): LedgerState {
  return { entries: new Map(), pins: new Map(), history: new Map() }
}

/** Applies one event; one that makes no sense is left out. */
export function applyEvent(state: LedgerState, event: LedgerEvent): void {
  if (event.e === 'reserved') {
    if (!state.entries.has(event.id))
      state.entries.set(event.id, {
        id: event.id,
        at: event.at,
        request: event.request,
        host: event.host,
        wallet: event.wallet,
        terms: event.terms,
        amount: BigInt(event.terms.amount),
        open_until: event.open_until,
        signed_at: null,
        authorization: null,
        unwatched: false,
        outcome: null,
        ended_at: null,
      })
    return
  }
  if (event.e === 'paid_before') {
    remember(state, event)
    return
  }
  const entry = state.entries.get(event.id)
  if (entry === undefined) return
  if (event.e === 'signed') sign(state, entry, event)
  else end(entry, event)
}

function sign(
  state: LedgerState,
  entry: Entry,
  event: Extract<LedgerEvent, { e: 'signed' }>,
): void {
  if (entry.signed_at !== null) return
  entry.signed_at = event.at
  entry.authorization = event.authorization
  entry.unwatched = event.unwatched === true
  if (event.authorization !== null)
    entry.open_until = Math.min(
      entry.open_until,
      event.authorization.valid_before * 1000,
    )
  if (event.remembered !== true) remember(state, entry)
}

function end(entry: Entry, event: Extract<LedgerEvent, { e: 'ended' }>): void {
  // What is known for certain is not taken back.
  if (entry.outcome === 'settled' || entry.outcome === 'unused') return
  if (entry.outcome === 'released') return
  if (event.outcome === 'released' && entry.signed_at !== null) return
  entry.outcome = event.outcome
  entry.ended_at = event.at
}

/** What was signed is what the next terms of the resource are compared with. */
function remember(state: LedgerState, { terms, at }: PaidTerms): void {
  const key = pinKey(terms.resource, terms.network)
  const pin = state.pins.get(key)
  if (
    pin === undefined ||
    addressKeyOf(pin.pay_to) !== addressKeyOf(terms.pay_to)
  )
    put(state.pins, key, { pay_to: terms.pay_to, since: at })
  const rows = state.history.get(terms.resource) ?? []
  put(
    state.history,
    terms.resource,
    [...rows, { at, terms }].slice(-HISTORY_ROWS),
  )
}

/** The oldest of too many is forgotten. */
function put<Value>(map: Map<string, Value>, key: string, value: Value): void {
  map.delete(key)
  map.set(key, value)
  if (map.size <= REMEMBERED) return
  const oldest = map.keys().next().value
  if (oldest !== undefined) map.delete(oldest)
}

/** Forgets what can no longer count in any window. */
export function prune(state: LedgerState, now: number): void {
  for (const entry of state.entries.values())
    if (countedAt(entry, now) < now - LEDGER_TIMES.day_ms)
      state.entries.delete(entry.id)
}

/**
 * When an entry counts as spent: `Infinity` while it is open (it then counts
 * in every window), `-Infinity` when it costs nothing.
 */
export function countedAt(entry: Entry, now: number): number {
  const { outcome, signed_at, at, unwatched } = entry
  if (outcome === 'released' || outcome === 'unused') return -Infinity
  if (outcome === 'settled' || unwatched) return signed_at ?? at
  const spentFrom = entry.open_until + LEDGER_TIMES.grace_ms
  return now < spentFrom ? Infinity : spentFrom
}
