import { addressKey } from '@assay402/core/light'
import {
  type Authorization,
  LEDGER_TIMES,
  type LedgerEvent,
  type LedgerTerms,
  type Outcome,
} from './event.js'
import { createWindow, type Expense, type Window } from './window.js'

/** A reservation whose end is not known for certain. */
export type Entry = {
  readonly id: string
  readonly at: number
  readonly request: string
  readonly host: string
  readonly wallet: string
  readonly terms: LedgerTerms
  readonly amount: bigint
  /** Until then somebody could cash it. */
  open_until: number
  signed_at: number | null
  authorization: Authorization | null
  outcome: Outcome | null
  ended_at: number | null
}

/** The wallet first paid for a resource and network. */
export type Pin = { readonly pay_to: string; readonly since: number }

/** Terms that were paid before, for the history of rulebook terms. */
export type PaidTerms = { readonly at: number; readonly terms: LedgerTerms }

/** Everything that the ledger knows, derived from its events alone. */
export type LedgerState = {
  readonly open: Map<string, Entry>
  readonly hour: Window
  readonly day: Window
  readonly pins: Map<string, Pin>
  /** By resource; of a run of equal terms the first and the last. */
  readonly history: Map<string, PaidTerms[]>
  /** Charges that were not answered, as long as they may count. */
  readonly unanswered: Unanswered[]
}

export type Unanswered = { readonly at: number; readonly request: string }

const HISTORY_ROWS = 30
const REMEMBERED = 10_000

export function emptyState(): LedgerState {
  return {
    open: new Map(),
    hour: createWindow(LEDGER_TIMES.hour_ms, () => [SUM_KEYS.all]),
    day: createWindow(LEDGER_TIMES.day_ms, ({ host, wallet }) => [
      SUM_KEYS.all,
      SUM_KEYS.host(host),
      SUM_KEYS.wallet(wallet),
      SUM_KEYS.both(host, wallet),
    ]),
    pins: new Map(),
    history: new Map(),
    unanswered: [],
  }
}

/** Applies one event; one that makes no sense is left out. */
export function applyEvent(state: LedgerState, event: LedgerEvent): void {
  if (event.e === 'reserved') reserve(state, event)
  else if (event.e === 'signed') sign(state, event)
  else if (event.e === 'ended') end(state, event)
  else if (event.e === 'paid_before') remember(state, event)
  else if (event.e === 'unanswered') noteUnanswered(state, event)
  else if (event.e === 'spent')
    spend(state, { ...event, amount: amountOf(event.amount) })
}

/** From then on an open payment counts as spent. */
export function spentFrom({ open_until }: Entry): number {
  return open_until + LEDGER_TIMES.grace_ms
}

/** What is open for too long is spent; the sums then let go of it in time. */
export function closeOld(state: LedgerState, now: number): void {
  for (const entry of state.open.values()) {
    if (now < spentFrom(entry)) continue
    state.open.delete(entry.id)
    spend(state, { ...entry, at: spentFrom(entry) })
  }
}

/** What a pin is kept by. */
export function pinKey(resource: string, network: string): string {
  return `${network} ${resource}`
}

/** What sums are kept by. */
export const SUM_KEYS = {
  all: '',
  host: (host: string) => `h ${host}`,
  wallet: (wallet: string) => `w ${wallet}`,
  both: (host: string, wallet: string) => `b ${host} ${wallet}`,
} as const

function reserve(
  { open }: LedgerState,
  event: Extract<LedgerEvent, { e: 'reserved' }>,
): void {
  const { id, at, request, host, wallet, terms, open_until } = event
  if (open.has(id)) return
  open.set(id, {
    id,
    at,
    request,
    host,
    wallet,
    terms,
    amount: amountOf(terms.amount),
    open_until,
    signed_at: null,
    authorization: null,
    outcome: null,
    ended_at: null,
  })
}

function sign(
  state: LedgerState,
  event: Extract<LedgerEvent, { e: 'signed' }>,
): void {
  const entry = state.open.get(event.id)
  if (entry === undefined || entry.signed_at !== null) return
  entry.signed_at = event.at
  entry.authorization = event.authorization
  if (event.authorization !== null)
    entry.open_until = Math.min(
      entry.open_until,
      event.authorization.valid_before * 1000,
    )
  if (event.remembered !== true) remember(state, entry)
  if (event.unwatched === true) close(state, entry)
}

function end(
  state: LedgerState,
  event: Extract<LedgerEvent, { e: 'ended' }>,
): void {
  const entry = state.open.get(event.id)
  if (entry === undefined) return
  const { outcome } = event
  if (event.unanswered === true)
    noteUnanswered(state, { at: event.at, request: entry.request })
  if (outcome === 'settled') close(state, entry)
  else if (outcome === 'unused') state.open.delete(entry.id)
  else if (outcome !== 'released') {
    entry.outcome = outcome
    entry.ended_at = event.at
  } else if (entry.signed_at === null) state.open.delete(entry.id)
}

function close(state: LedgerState, entry: Entry): void {
  state.open.delete(entry.id)
  spend(state, { ...entry, at: entry.signed_at ?? entry.at })
}

function spend(
  { hour, day }: LedgerState,
  { at, amount, host, wallet }: Expense,
): void {
  const expense = { at, amount, host, wallet }
  hour.add(expense)
  day.add(expense)
}

/** Anything but digits would make room under a cap; it stops payments instead. */
function amountOf(written: unknown): bigint {
  if (typeof written === 'string' && /^[0-9]{1,78}$/.test(written))
    return BigInt(written)
  throw new Error('the ledger holds no amount where one belongs')
}

/** In a window of twice the length, for a clock that is set back. */
function noteUnanswered({ unanswered }: LedgerState, noted: Unanswered): void {
  unanswered.push({ at: noted.at, request: noted.request })
  const from = noted.at - 2 * LEDGER_TIMES.storm_ms
  while ((unanswered[0]?.at ?? from) < from) unanswered.shift()
}

/** What was signed is what the next terms of the resource are compared with. */
function remember(state: LedgerState, { terms, at }: PaidTerms): void {
  const key = pinKey(terms.resource, terms.network)
  const pin = state.pins.get(key)
  if (addressKey(pin?.pay_to ?? '') !== addressKey(terms.pay_to))
    put(state.pins, key, { pay_to: terms.pay_to, since: at })
  const rows = state.history.get(terms.resource) ?? []
  const [first, last] = rows.slice(-2)
  const isRun =
    first !== undefined &&
    last !== undefined &&
    isSameTerms(first.terms, terms) &&
    isSameTerms(last.terms, terms)
  const kept = isRun ? rows.slice(0, -1) : rows
  put(
    state.history,
    terms.resource,
    [...kept, { at, terms }].slice(-HISTORY_ROWS),
  )
}

function isSameTerms(a: LedgerTerms, b: LedgerTerms): boolean {
  return (
    a.amount === b.amount &&
    a.network === b.network &&
    addressKey(a.pay_to) === addressKey(b.pay_to) &&
    addressKey(a.asset) === addressKey(b.asset)
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
