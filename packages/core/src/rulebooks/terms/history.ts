import {
  addMs,
  compareInstants,
  DAY_MS,
  floorUnits,
  formatInstant,
  type Instant,
} from '../../time/instant.js'
import type { Offer } from '../../x402/challenge-types.js'
import { THRESHOLDS } from './data.js'
import { type HistoryRow, sameTerms, type TermsSeen } from './history-row.js'
import type { TermsHistory } from './output.js'

/** What this probe adds to the observations. */
export type Observed = {
  readonly now: Instant
  /** It is a response, with or without terms. */
  readonly answered: boolean
  /** The chosen entry or the first usable one. */
  readonly decisive: Offer | null
  readonly usable: readonly Offer[]
}

/** How long the terms have held, and whether the newest ones are other ones. */
export function summariseHistory(
  rows: readonly HistoryRow[],
  probe: Observed,
): TermsHistory {
  const bearing = termBearing(rows, probe)
  const newest = bearing.at(-1)
  if (newest === undefined) return NO_HISTORY
  const same = equalTo(newest.terms, probe)
  let start = bearing.length - 1
  while (start > 0 && same((bearing[start - 1] as Bearing).terms)) start--
  const since = (bearing[start] as Bearing).at
  const stable_since = formatInstant(since)
  return {
    stable_for_days: daysBetween(probe.now, since),
    stable_since,
    last_changed: start > 0 ? stable_since : null,
    drift: start > 0 && start === bearing.length - 1,
  }
}

type Bearing = { readonly at: Instant; readonly terms: TermsSeen }

const NO_HISTORY: TermsHistory = {
  stable_for_days: null,
  stable_since: null,
  last_changed: null,
  drift: false,
}

/** The observations with terms among the newest ones, oldest first. */
function termBearing(
  rows: readonly HistoryRow[],
  { now, answered, decisive }: Observed,
): Bearing[] {
  const past = rows.filter(({ at }) => compareInstants(at, now) <= 0)
  past.sort((a, b) => compareInstants(a.at, b.at))
  const room = THRESHOLDS.history_rows.value - (answered ? 1 : 0)
  const bearing: Bearing[] = []
  for (const { at, terms } of past.slice(-room))
    if (terms !== null) bearing.push({ at, terms })
  if (decisive !== null) bearing.push({ at: now, terms: termsOf(decisive) })
  return bearing
}

/** Equal to the newest terms; after a probe with terms, to any usable entry. */
function equalTo(
  newest: TermsSeen,
  { usable }: Observed,
): (terms: TermsSeen) => boolean {
  if (usable.length < 2) return (terms) => sameTerms(terms, newest)
  const offered = usable.map(termsOf)
  return (terms) => offered.some((offer) => sameTerms(offer, terms))
}

// A usable entry has all four.
function termsOf({ amount, network, asset, pay_to }: Offer): TermsSeen {
  return {
    amount: amount as string,
    network: network as string,
    asset: asset as string,
    payTo: pay_to as string,
  }
}

/** Days, one decimal, half up; exact below the millisecond too. */
function daysBetween(now: Instant, since: Instant): number {
  const halfUp = addMs(now, DAY_MS / 20)
  return floorUnits(halfUp, since, DAY_MS / 10) / 10
}
