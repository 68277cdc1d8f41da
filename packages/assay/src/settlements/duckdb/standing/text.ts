import { idList } from '../../sql/column-reader.js'
import { HALF } from '../../sql/columns.js'
import { SETTLED } from '../../sql/text.js'

// Figures of thirty days are kept beside the rows, so that a question costs only
// what lies between its window and the kept one. Volumes are high · 2^32 + low.

/** What is added up of a seller and a counterparty. */
export const SUMMED = ['settlements', 'volume_high', 'volume_low', 'sent']

/** `payee` is the seller: who paid it, and what it sent there. */
export const PAIR = `network, payee, payer, ${SUMMED.join(', ')}`

const WHOLE = (prefix: string) =>
  `CAST(${prefix}volume_high AS HUGEINT) * ${HALF} + ${prefix}volume_low`

/** Settlements of a table of transfers, as signed rows of `PAIR`. */
export function paymentsText(
  sign: string,
  table: string,
  where: string,
): string {
  return `SELECT network, payee, payer, ${sign} AS settlements,
      ${sign} * high AS volume_high, ${sign} * (amount % ${HALF}) AS volume_low, 0 AS sent
    FROM ${table} AS paid WHERE ${SETTLED} AND ${where}`
}

/** What sellers sent, of a table of transfers, as signed rows of `PAIR`. */
export function sentText(sign: string, table: string, where: string): string {
  return `SELECT network, payer AS payee, payee AS payer, 0 AS settlements,
      0 AS volume_high, 0 AS volume_low, ${sign} AS sent
    FROM ${table} AS left_seller WHERE amount > 0 AND payer <> payee AND ${where}`
}

const SUMS = SUMMED.map(
  (name) => `CAST(sum(${name}) AS BIGINT) AS ${name}`,
).join(', ')

/** Pairs added up; `rows` are of `PAIR`, with each pair's parts anywhere. */
export function addedUpText(rows: string): string {
  return `SELECT network, payee, payer, ${SUMS}
    FROM (${rows}) AS part GROUP BY network, payee, payer`
}

const IS_WASHED = '(payee = payer OR sent > 0)'
const count = (what: string) => `sum(CASE WHEN ${what} THEN 1 ELSE 0 END)`
const washed = (part: string) =>
  `sum(CASE WHEN ${IS_WASHED} THEN ${part} ELSE 0 END)`

/** Every seller's kept figures, of the kept pairs that `where` leaves. */
export function standingText(where: string): string {
  return `SELECT network, payee, sum(volume_high), sum(volume_low),
      ${washed('volume_high')}, ${washed('volume_low')}, sum(settlements),
      ${count('settlements > 0 AND payee <> payer')},
      ${count(`settlements > 0 AND NOT ${IS_WASHED}`)},
      ${count(`settlements >= 2 AND NOT ${IS_WASHED}`)},
      max(${WHOLE('')}), arg_max(payer, ${WHOLE('')})
    FROM standing_pairs WHERE ${where} GROUP BY network, payee`
}

export type Scope = 'one' | 'all'

const ofSeller = (scope: Scope, column: string) =>
  scope === 'one' ? ` AND ${column} = $wallet` : ''

const NOBODY = idList([])

// What lies between the window that is asked about and the kept one; a buyer
// who is left out of the count must be looked at as well.
function movedText(scope: Scope, excluded: string): string {
  const edge = (name: 'low' | 'high') => {
    const during = `network = $network AND ms > $${name}_after AND ms <= $${name}_until`
    const sign = `$${name}_sign`
    const paid = during + ofSeller(scope, 'payee')
    const sent = during + ofSeller(scope, 'payer')
    return `${paymentsText(sign, 'transfers', paid)}
      UNION ALL ${sentText(sign, 'outgoing', sent)}`
  }
  const both = `${edge('low')} UNION ALL ${edge('high')}`
  if (excluded === NOBODY) return both
  return `${both}
    UNION ALL SELECT network, payee, payer, 0, 0, 0, 0 FROM standing_pairs
    WHERE network = $network AND payer IN (${excluded})${ofSeller(scope, 'payee')}`
}

/**
 * Makes `moved`, a temporary table: with its true size before it, the planner
 * joins the few that moved to the many that are kept, and not the other way.
 */
export function makeMovedText(scope: Scope, excluded: string): string {
  const rows = movedText(scope, excluded)
  const added =
    scope === 'one'
      ? `SELECT CAST($wallet AS UINTEGER) AS payee, payer, ${SUMS} FROM (${rows}) AS part GROUP BY payer`
      : addedUpText(rows)
  return `CREATE OR REPLACE TEMP TABLE moved AS ${added}`
}

// The range, not `=`, tells the planner that the kept ones are the many: it
// takes all sellers for equal.
function kept(scope: Scope): string {
  return scope === 'one'
    ? 'SELECT * FROM standing_pairs WHERE network = $network AND payee >= $wallet AND payee <= $wallet'
    : 'SELECT * FROM standing_pairs WHERE network = $network'
}

function before(name: string): string {
  return `coalesce(p.${name}, 0)`
}

// One row a pair that moved: its figures before and after.
function pairsText(scope: Scope, excluded: string): string {
  const places = SUMMED.map(
    (name) =>
      `${before(name)} AS old_${name}, ${before(name)} + m.${name} AS new_${name}`,
  )
  const seller = scope === 'one' ? '' : ' AND p.payee = m.payee'
  return `SELECT m.payee, m.payer, m.payer = m.payee AS self,
      m.payer IN (${excluded}) AS excluded, ${places.join(', ')}
    FROM moved AS m
      LEFT JOIN (${kept(scope)}) AS p ON p.payer = m.payer${seller}`
}

const isWashed = (time: 'old' | 'new') => `(self OR ${time}_sent > 0)`

// What changes of a figure: as it is after, less what it was before. Nobody is
// excluded from the kept figures.
const change = (of: (time: 'old' | 'new') => string) =>
  `sum(${of('new')} - ${of('old')})`
const changeWhere = (where: (time: 'old' | 'new') => string, then?: string) =>
  change(
    (time) =>
      `CASE WHEN ${where(time)} THEN ${then === undefined ? 1 : `${time}_${then}`} ELSE 0 END`,
  )
const isReal = (time: 'old' | 'new', least: number) =>
  `${time}_settlements >= ${least} AND NOT ${isWashed(time)}${time === 'new' ? ' AND NOT excluded' : ''}`

/**
 * Figures by the kept ones and `moved`, as `figuresText` gives them; then
 * the kept largest payer's volume, and 1 when that payer has less now.
 */
export function movedFiguresText(scope: Scope, excluded: string): string {
  const one = scope === 'one' ? ' AND wallet = $wallet' : ''
  const columns = [
    'volume_high',
    'volume_low',
    'washed_high',
    'washed_low',
    'settlements',
    'buyers',
    'real_buyers',
    'repeat_buyers',
  ]
  return `SELECT s.wallet, ${columns.map((name) => `sum(s.${name})`).join(', ')},
      max(s.top_moved), max(s.top_kept), max(s.top_touched)
    FROM (SELECT wallet, ${columns.join(', ')}, CAST(0 AS HUGEINT) AS top_moved,
        top AS top_kept, 0 AS top_touched
      FROM standing WHERE network = $network${one}
      UNION ALL SELECT payee, ${change((time) => `${time}_volume_high`)},
        ${change((time) => `${time}_volume_low`)},
        ${changeWhere(isWashed, 'volume_high')},
        ${changeWhere(isWashed, 'volume_low')},
        ${change((time) => `${time}_settlements`)},
        ${changeWhere((time) => `${time}_settlements > 0 AND NOT self`)},
        ${changeWhere((time) => isReal(time, 1))},
        ${changeWhere((time) => isReal(time, 2))},
        max(${WHOLE('new_')}), 0,
        max(CASE WHEN payer = top_payer AND ${WHOLE('new_')} < ${WHOLE('old_')} THEN 1 ELSE 0 END)
      FROM (${pairsText(scope, excluded)}) AS pair
        LEFT JOIN (SELECT wallet, top_payer FROM standing WHERE network = $network${one}) AS best
          ON best.wallet = pair.payee
      GROUP BY payee) AS s
    GROUP BY s.wallet HAVING sum(s.settlements) > 0`
}

/** The largest payer that did not move, of the sellers of an id list. */
export function unmovedTopText(scope: Scope, sellers: string): string {
  return `SELECT p.payee, max(${WHOLE('p.')}) FROM (${kept(scope)}) AS p
      ANTI JOIN moved AS m ON m.payee = p.payee AND m.payer = p.payer
    WHERE p.payee IN (${sellers}) GROUP BY p.payee`
}
