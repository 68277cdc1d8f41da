import { atomicToUsd } from '@assay402/core'
import { LEDGER_TIMES } from './event.js'
import { pinKey } from './keys.js'
import {
  countedAt,
  type Entry,
  type LedgerState,
  type PaidTerms,
  type Pin,
} from './state.js'

/** USD spent or reserved in the rolling windows. */
export type Spent = {
  readonly hour_usd: string
  readonly day_usd: string
  /** At this host, or to this wallet through whatever host. */
  readonly host_day_usd: string
}

/**
 * What was spent as of `now`. Money that goes to one wallet through several
 * hosts counts for each of them, so splitting over hosts gains nothing.
 */
export function spentOf(
  { entries }: LedgerState,
  now: number,
  { host, wallet }: { readonly host: string; readonly wallet: string | null },
): Spent {
  let hour = 0n
  let day = 0n
  let here = 0n
  for (const entry of entries.values()) {
    const at = countedAt(entry, now)
    if (at < now - LEDGER_TIMES.day_ms) continue
    day += entry.amount
    if (at >= now - LEDGER_TIMES.hour_ms) hour += entry.amount
    if (entry.host === host || entry.wallet === wallet) here += entry.amount
  }
  return {
    hour_usd: atomicToUsd(hour),
    day_usd: atomicToUsd(day),
    host_day_usd: atomicToUsd(here),
  }
}

/** Signed payments whose outcome nobody knows, as of `now`. */
export function unclearEntries(
  { entries }: LedgerState,
  now: number,
  request?: string,
): Entry[] {
  const unclear: Entry[] = []
  for (const entry of entries.values())
    if (
      (request === undefined || entry.request === request) &&
      isUnclear(entry, now)
    )
      unclear.push(entry)
  return unclear
}

/** Attempts for one request that brought no settled answer, lately. */
export function failedAttempts(
  { entries }: LedgerState,
  now: number,
  request: string,
): number {
  let failed = 0
  for (const entry of entries.values()) {
    if (entry.request !== request) continue
    const { outcome, ended_at } = entry
    const isFailed = outcome === 'declined' || outcome === 'unclear'
    if (isFailed && (ended_at ?? 0) > now - LEDGER_TIMES.storm_ms) failed += 1
  }
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
  if (now >= entry.open_until + LEDGER_TIMES.grace_ms) return false
  if (entry.outcome !== null) return entry.outcome === 'unclear'
  if (entry.unwatched) return false
  // A reservation that outlived its approval was left behind by a process that
  // died: it may have signed.
  if (entry.signed_at === null) return now - entry.at > LEDGER_TIMES.approval_ms
  return now - entry.signed_at > LEDGER_TIMES.no_answer_ms
}
