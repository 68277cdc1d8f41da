import { atomicToUsd } from '@assay402/core/light'
import { LEDGER_TIMES } from './event.js'
import {
  type Entry,
  type LedgerState,
  type PaidTerms,
  type Pin,
  pinKey,
  SUM_KEYS,
  spentFrom,
} from './state.js'

/** USD spent or reserved in the rolling windows. */
export type Spent = {
  readonly hour_usd: string
  readonly day_usd: string
  /** At this host, or to this wallet through whatever host. */
  readonly host_day_usd: string
}

/**
 * What was spent as of `now`; what is open counts in every window. Money that
 * goes to one wallet through several hosts counts for each of them, so
 * splitting over hosts gains nothing.
 */
export function spentOf(
  { open, hour, day }: LedgerState,
  now: number,
  { host, wallet }: { readonly host: string; readonly wallet: string | null },
): Spent {
  let all = 0n
  let here = 0n
  for (const entry of open.values()) {
    all += entry.amount
    if (entry.host === host || entry.wallet === wallet) here += entry.amount
  }
  const { all: everything, ...of } = SUM_KEYS
  here += day.sum(of.host(host), now)
  if (wallet !== null)
    here +=
      day.sum(of.wallet(wallet), now) - day.sum(of.both(host, wallet), now)
  return {
    hour_usd: atomicToUsd(all + hour.sum(everything, now)),
    day_usd: atomicToUsd(all + day.sum(everything, now)),
    host_day_usd: atomicToUsd(here),
  }
}

/** Signed payments whose outcome nobody knows, as of `now`. */
export function unclearEntries(
  { open }: LedgerState,
  now: number,
  request?: string,
): Entry[] {
  const unclear: Entry[] = []
  for (const entry of open.values())
    if (
      (request === undefined || entry.request === request) &&
      isUnclear(entry, now)
    )
      unclear.push(entry)
  return unclear
}

/** Attempts for one request that brought no settled answer, lately. */
export function failedAttempts(
  { open, unanswered }: LedgerState,
  now: number,
  request: string,
): number {
  const from = now - LEDGER_TIMES.storm_ms
  let failed = 0
  for (const { request: other, ended_at } of open.values())
    if (other === request && ended_at !== null && ended_at > from) failed += 1
  for (const { request: other, at } of unanswered)
    if (other === request && at > from) failed += 1
  return failed
}

export function pinOf(
  state: LedgerState,
  resource: string,
  network: string,
): Pin | undefined {
  return state.pins.get(pinKey(resource, network))
}

export function historyOf(
  state: LedgerState,
  resource: string,
): readonly PaidTerms[] {
  return state.history.get(resource) ?? []
}

function isUnclear(entry: Entry, now: number): boolean {
  if (now >= spentFrom(entry)) return false
  if (entry.outcome !== null) return entry.outcome === 'unclear'
  // A reservation that outlived its approval was left behind by a process that
  // died: it may have signed up to the last moment.
  const latest = entry.signed_at ?? entry.at + LEDGER_TIMES.approval_ms
  return now - latest > LEDGER_TIMES.no_answer_ms
}
