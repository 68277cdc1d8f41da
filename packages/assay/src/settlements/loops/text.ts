import { idList } from '../sql/column-reader.js'
import { pairs, parts, washFlag } from '../sql/text.js'

// Columns of whole numbers below 2^32, for typed arrays.

const DURING =
  'network = $network AND ms > $after AND ms <= $until AND amount > 0 AND payer <> payee'
const FLOW = (table: string) =>
  `SELECT payer, payee, ms - $after AS moment, high, amount % 4294967296 AS low, ms, block, log_index
   FROM ${table} WHERE ${DURING}`
const COLUMNS = 'payer, payee, moment, high, low'
const IN_TIME = 'ORDER BY ms, block, log_index'

/** Every transfer between two wallets, hops included, in time order. */
export const FLOWS_TEXT = `SELECT ${COLUMNS}
  FROM (${FLOW('transfers')} UNION ALL ${FLOW('hops')}) AS flow ${IN_TIME}`

/** What left sellers, in time order. */
export const LEFT_TEXT = `SELECT ${COLUMNS} FROM (${FLOW('outgoing')}) AS flow ${IN_TIME}`

/** The payers of sellers that sent anything, by seller. */
export const LOOP_PAYERS_TEXT = `SELECT payee, payer
  FROM (${parts('settlements', '1 AS settlements', 'all')}) AS part
  WHERE payee IN (SELECT payer FROM outgoing WHERE ${DURING})
  GROUP BY payee, payer ORDER BY payee, payer`

/** Volumes of some payers of some sellers that rules 1 and 2 do not wash. */
export function unwashedText(
  sellers: Iterable<number>,
  payers: Iterable<number>,
): string {
  return `SELECT payee, payer, h, low FROM (
      SELECT payee, payer, h, low, ${washFlag('all')} AS wash
      FROM (${pairs('all')}) AS pair
      WHERE payee IN (${idList(sellers)}) AND payer IN (${idList(payers)})) AS flagged
    WHERE wash = 0`
}
