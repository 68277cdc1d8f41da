import { decimalFraction } from '../../json/decimal.js'
import { type Fraction, fraction } from '../../money/fraction.js'
import {
  addMs,
  compareInstants,
  DAY_MS,
  HOUR_MS,
  type Instant,
  millisecondsBetween,
} from '../../time/instant.js'
import { THRESHOLDS } from './data.js'
import type { CheckRow } from './input.js'

/** What the checks of a host said. */
export type CheckHistory = {
  readonly newestAt: Instant | undefined
  /** Pay and skip verdicts in the window. */
  readonly pay: number
  readonly skip: number
  readonly verdicts: Fraction | undefined
  readonly freshness: Fraction | undefined
  readonly capped: boolean
}

/** Reads the checks up to `now`; exact. */
export function checkHistory(
  checks: readonly CheckRow[],
  now: Instant,
): CheckHistory {
  const past = checks.filter(({ at }) => compareInstants(at, now) <= 0)
  const opened = addMs(now, -THRESHOLDS.window_days.value * DAY_MS)
  const decided = past.filter(
    ({ at, verdict }) =>
      verdict !== 'recheck' && compareInstants(at, opened) > 0,
  )
  const pay = decided.filter(({ verdict }) => verdict === 'pay').length
  const newestAt = newestOf(past)?.at
  return {
    newestAt,
    pay,
    skip: decided.length - pay,
    verdicts: verdictsOf(decided, pay),
    freshness: newestAt && freshnessOf(millisecondsBetween(now, newestAt)),
    capped:
      decided.length >= THRESHOLDS.cap_checks.value &&
      100 * pay < THRESHOLDS.cap_pay_percent.value * decided.length,
  }
}

/** The newest row; of rows of one time the later one. */
function newestOf(rows: readonly CheckRow[]): CheckRow | undefined {
  let newest: CheckRow | undefined
  for (const row of rows)
    if (newest === undefined || compareInstants(row.at, newest.at) >= 0)
      newest = row
  return newest
}

const FLOOR = decimalFraction(THRESHOLDS.consistency_floor.value) as Fraction

function verdictsOf(
  decided: readonly CheckRow[],
  pay: number,
): Fraction | undefined {
  if (decided.length === 0) return undefined
  const total = BigInt(decided.length)
  const agreeing = BigInt(agreeingWithNewest(decided))
  // pay/total · (floor + (1 − floor)·agreeing/total)
  const weight = FLOOR.n * total + (FLOOR.d - FLOOR.n) * agreeing
  return fraction(BigInt(pay) * weight, total * total * FLOOR.d)
}

function agreeingWithNewest(decided: readonly CheckRow[]): number {
  const byUrl = new Map<string | null, CheckRow[]>()
  for (const row of decided) {
    const url = row.url ?? null
    const rows = byUrl.get(url)
    if (rows === undefined) byUrl.set(url, [row])
    else rows.push(row)
  }
  let agreeing = 0
  for (const rows of byUrl.values()) {
    const newest = newestOf(rows)
    for (const row of rows) if (row.verdict === newest?.verdict) agreeing++
  }
  return agreeing
}

/** 1 below 24 h, then evenly down to 0 at 336 h. */
function freshnessOf(age: Fraction): Fraction {
  const fresh = BigInt(THRESHOLDS.fresh_hours.value * HOUR_MS)
  const stale = BigInt(THRESHOLDS.stale_hours.value * HOUR_MS)
  if (age.n <= fresh * age.d) return fraction(1n)
  const left = stale * age.d - age.n
  return fraction(left > 0n ? left : 0n, (stale - fresh) * age.d)
}
