import { LAST_SETTLED, TRANSFER_CLASSES } from '../transfer.js'
import {
  HALF,
  namesOf,
  TRANSFER_COLUMNS,
  type TransferTable,
} from './columns.js'

// One text for every engine: no common table expressions, no window functions,
// no alias that hides a column it is made from. `$name` is a bound whole number.
// Where rows are sharded, they are so by seller: settlements and days by payee,
// outgoing by payer, so that every `IN (SELECT …)` finds its rows beside it.

/** What counts as a settlement. */
export const SETTLED = `class <= ${LAST_SETTLED} AND amount > 0`
const IN_WINDOW = 'network = $network AND ms > $after AND ms <= $until'
const ROW = namesOf(TRANSFER_COLUMNS)

type Scope = 'one' | 'all'

/** Whole days and what is left at either end, as one. */
export function parts(columns: string, ofRow: string, scope: Scope): string {
  const seller = scope === 'one' ? ' AND payee = $wallet' : ''
  const edge = (name: 'head' | 'tail') =>
    `SELECT payee, payer, ${ofRow} FROM transfers
     WHERE network = $network AND ${SETTLED}
       AND ms > $${name}_after AND ms <= $${name}_until${seller}`
  return `SELECT payee, payer, ${columns} FROM days
     WHERE network = $network AND day >= $first_day AND day <= $last_day${seller}
     UNION ALL ${edge('head')}
     UNION ALL ${edge('tail')}`
}

const SPLIT = `high AS volume_high, amount % ${HALF} AS volume_low`
const VOLUME = 'volume_high, volume_low'
const SUMS = 'sum(volume_high) AS h, sum(volume_low) AS low'
/** Exact in both engines; their own sums of 64 bits may not be. */
const WHOLE = `CAST(h AS Decimal(38, 0)) * ${HALF} + low`

/** Settlements of every pair in the window, of all sellers or of `$wallet`. */
export function pairs(scope: Scope): string {
  return `SELECT payee, payer, ${SUMS}, sum(settlements) AS n
    FROM (${parts(`${VOLUME}, settlements`, `${SPLIT}, 1 AS settlements`, scope)}) AS part
    GROUP BY payee, payer`
}

/** Rule 1 and rule 2 of rulebook counterparty. */
export function washFlag(scope: Scope): string {
  const seller = scope === 'one' ? ' AND payer = $wallet' : ''
  return `CASE WHEN payee = payer OR (payee, payer) IN (
      SELECT payer, payee FROM outgoing
      WHERE ${IN_WINDOW} AND amount > 0${seller}) THEN 1 ELSE 0 END`
}

/** Every seller's figures, or those of `$wallet`; `excluded` is an id list. */
export function figuresText(scope: Scope, excluded: string): string {
  const real = `wash = 0 AND payer NOT IN (${excluded})`
  const washed = (part: string) =>
    `sum(CASE WHEN wash = 1 THEN ${part} ELSE 0 END)`
  return `SELECT payee, sum(h) AS total_high, sum(low) AS total_low,
      ${washed('h')} AS washed_high, ${washed('low')} AS washed_low,
      sum(n) AS settled,
      sum(CASE WHEN payer = payee THEN 0 ELSE 1 END) AS buyers,
      sum(CASE WHEN ${real} THEN 1 ELSE 0 END) AS real_buyers,
      sum(CASE WHEN ${real} AND n >= 2 THEN 1 ELSE 0 END) AS repeat_buyers,
      max(${WHOLE}) AS top_payer
    FROM (SELECT payee, payer, h, low, n, ${washFlag(scope)} AS wash
      FROM (${pairs(scope)}) AS pair) AS flagged
    GROUP BY payee`
}

const PAYER_PARTS = parts(
  `${VOLUME}, settlements, first_at, last_at, least, most`,
  `${SPLIT}, 1 AS settlements, ms AS first_at, ms AS last_at, amount AS least, amount AS most`,
  'one',
)

const PAYERS = `SELECT payee, payer, ${SUMS}, sum(settlements) AS n,
      min(first_at) AS f, max(last_at) AS l, min(least) AS lo, max(most) AS hi
    FROM (${PAYER_PARTS}) AS part GROUP BY payee, payer`

/** The payers of `$wallet`, the largest first, `$limit` of them. */
export const PAYERS_TEXT = `SELECT payer, ${WHOLE} AS v, n, f, l, lo, hi, ${washFlag('one')} AS wash
    FROM (${PAYERS}) AS pair ORDER BY v DESC, payer LIMIT `

/** Buyers of `$wallet` that may form a cohort, with what they have in common. */
export const COHORTS_TEXT = `SELECT payer, f, lo, n
    FROM (${PAYERS}) AS pair
    WHERE lo = hi AND payer <> payee AND (f - f % $span, lo, n) IN (
      SELECT bucket, lo, n FROM (
        SELECT f - f % $span AS bucket, lo, n, count(*) AS members
        FROM (${PAYERS}) AS other
        WHERE lo = hi AND payer <> payee
        GROUP BY f - f % $span, lo, n) AS grouped
      WHERE members >= $buyers)`

/** Settlements of `$wallet` by day. */
export const DAILY_TEXT = `SELECT day, sum(settlements) AS n, ${SUMS}
    FROM days
    WHERE network = $network AND payee = $wallet
      AND day >= $first_day AND day <= $last_day
    GROUP BY day ORDER BY day`

export const FIRST_SETTLED_TEXT = `SELECT min(day) AS d, count(*) AS rows_seen
    FROM days WHERE network = $network AND payee = $wallet`

/** The earliest transfer to `$wallet` (a seller), and how many there are. */
export const FIRST_IN_TEXT = `SELECT min(ms) AS f, count(*) AS rows_seen
    FROM transfers WHERE network = $network AND payee = $wallet`

export const FIRST_OUT_TEXT = `SELECT min(ms) AS f, count(*) AS rows_seen
    FROM outgoing WHERE network = $network AND payer = $wallet`

const INCOMING = `SELECT ${ROW} FROM transfers
    WHERE ${IN_WINDOW} AND payee = $wallet AND ${SETTLED}`
const SENT = `SELECT ${ROW} FROM outgoing
    WHERE ${IN_WINDOW} AND payer = $wallet AND payee <> payer AND amount > 0`
const IN_ORDER = 'ORDER BY ms, block, tx, log_index'

export const TRANSFERS_TEXT = `SELECT ${ROW} FROM (${INCOMING} UNION ALL ${SENT}) AS flow ${IN_ORDER}`

export const RETURNS_TEXT = `SELECT ${ROW} FROM (
    ${INCOMING} AND payer <> payee AND payer IN (
      SELECT payee FROM outgoing
      WHERE ${IN_WINDOW} AND payer = $wallet AND amount > 0)
    UNION ALL ${SENT}) AS flow ${IN_ORDER}`

/** Transfers out of the wallets of an id list. */
export function sentByText(wallets: string): string {
  const from = (table: TransferTable) =>
    `SELECT ${ROW} FROM ${table}
     WHERE ${IN_WINDOW} AND payer IN (${wallets}) AND payee <> payer AND amount > 0`
  return `SELECT ${ROW} FROM (${from('transfers')} UNION ALL ${from('hops')}) AS flow ${IN_ORDER}`
}

/** Rebuilds the aggregates of one day; they go into `days`, sorted. */
export const DAY_TEXT = `SELECT network, day, payee, payer,
      count(*) AS n, sum(high) AS h, sum(amount % ${HALF}) AS low, min(ms) AS f, max(ms) AS l,
      min(amount) AS lo, max(amount) AS hi
    FROM transfers
    WHERE network = $network AND day = $day AND ${SETTLED}
    GROUP BY network, day, payee, payer ORDER BY payee, payer`

/** Cost of merely looking: what all figures are compared with. */
export const SCAN_TEXT = `SELECT sum(payee) AS a, sum(payer) AS b, sum(amount) AS c
    FROM transfers WHERE ${IN_WINDOW} AND ${SETTLED}`

/** A class as it is stored, and back. */
export function classOf(place: number): (typeof TRANSFER_CLASSES)[number] {
  return TRANSFER_CLASSES[place] ?? 'none'
}
