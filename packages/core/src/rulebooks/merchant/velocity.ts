import {
  compareFractions,
  type Fraction,
  fraction,
  medianOf,
  medianOfFractions,
} from '../../money/fraction.js'
import { DAY_MS, type Instant } from '../../time/instant.js'
import { type ChainName, THRESHOLDS } from './data.js'
import type { DailyRow } from './input.js'

/** The newest complete day and the days before it, gaps filled with zero. */
export type Velocity = {
  readonly newest: Day
  readonly before: readonly Day[]
}

type Day = Pick<DailyRow, 'transactions' | 'volume'>

/**
 * Lays the rows out as complete days. `undefined` when the last complete day
 * has no row or too few days precede it.
 */
export function velocityOf(
  rows: readonly DailyRow[],
  now: Instant,
): Velocity | undefined {
  const last = Math.floor(now.ms / DAY_MS) - 1
  const window = THRESHOLDS.velocity_window_days.value
  const days: (Day | undefined)[] = Array(window + 1).fill(undefined)
  let first = last
  for (const row of rows) {
    const age = last - row.day
    if (age < 0) continue
    first = Math.min(first, row.day)
    if (age <= window) days[age] ??= row
  }
  const newest = days[0]
  const known = last - first
  if (newest === undefined || known < THRESHOLDS.velocity_days.value)
    return undefined
  const before = days
    .slice(1, Math.min(known, window) + 1)
    .map((day) => day ?? NO_TRADE)
  return { newest, before }
}

/** More settlements than the floor of the chain and the usual day allow. */
export function isBurst({ newest, before }: Velocity, chain: ChainName) {
  const x = newest.transactions
  if (x <= FLOORS[chain]) return false
  const median = medianOf(before.map((day) => BigInt(day.transactions)))
  const { n, d } = atLeastOne(median as Fraction)
  return BigInt(x) * d > FACTOR * n
}

/** Settlements of a mean amount far above the usual mean amount. */
export function isSizeJump({ newest, before }: Velocity): boolean {
  if (newest.transactions < THRESHOLDS.velocity_amount_transactions.value)
    return false
  const means = before
    .filter((day) => day.transactions > 0)
    .map((day) => fraction(day.volume, BigInt(day.transactions)))
  if (means.length < THRESHOLDS.velocity_days.value) return false
  const limit = fraction(
    newest.volume,
    AMOUNT_FACTOR * BigInt(newest.transactions),
  )
  // A median under the limit needs half of the means under it. Nearly every
  // wallet fails this, and sorting fractions is the dearest step of all.
  const under = means.filter((mean) => compareFractions(mean, limit) < 0)
  if (2 * under.length < means.length) return false
  const median = medianOfFractions(means) as Fraction
  return median.n > 0n && compareFractions(limit, median) > 0
}

const NO_TRADE: Day = { transactions: 0, volume: 0n }

const FLOORS: Readonly<Record<ChainName, number>> = {
  base: THRESHOLDS.velocity_floor_base.value,
  solana: THRESHOLDS.velocity_floor_solana.value,
}
const FACTOR = BigInt(THRESHOLDS.velocity_factor.value)
const AMOUNT_FACTOR = BigInt(THRESHOLDS.velocity_amount_factor.value)

function atLeastOne(value: Fraction): Fraction {
  return value.n < value.d ? fraction(1n) : value
}
