import type { DuckDBConnection } from '@duckdb/node-api'
import { numberOf } from '../../sql/column-reader.js'
import { pairs } from '../../sql/text.js'
import type { Window } from '../../transfer.js'
import { windowValues } from '../../window.js'
import { inTransaction, readText, runText } from '../connect.js'
import { keptWindow } from './read.js'
import {
  addedUpText,
  PAIR,
  paymentsText,
  SUMMED,
  sentText,
  standingText,
} from './text.js'
import { isNear, KEPT_MS, type Moved, movedBetween } from './window.js'

/**
 * Brings the kept figures of a network to the 30 days that end with its latest
 * settlement: by the rows that came, went and passed, or anew.
 */
export async function keepFigures(
  connection: DuckDBConnection,
  network: number,
): Promise<void> {
  await inTransaction(connection, async () => {
    const kept = await keptWindow(connection, network)
    const next = await nextWindow(connection, network, kept)
    if (next === undefined) return
    const moved = kept && movedBetween(kept, next)
    if (moved === undefined) await addUpAnew(connection, network, next)
    else await addUpMoved(connection, { network, ...moved })
    for (const text of [
      'DELETE FROM standing_changes WHERE network = $network',
      'DELETE FROM standing_windows WHERE network = $network',
      'INSERT INTO standing_windows VALUES ($network, $after, $until)',
    ])
      await runText(connection, text, { network, ...next })
  })
}

/** Nothing is kept of a network until figures are added up anew. */
export async function forgetFigures(
  connection: DuckDBConnection,
  network: number,
): Promise<void> {
  for (const table of TABLES)
    await runText(connection, `DELETE FROM ${table} WHERE network = $network`, {
      network,
    })
}

const TABLES = [
  'standing_windows',
  'standing_pairs',
  'standing',
  'standing_changes',
] as const

/** undefined: the network has no settlements. */
async function nextWindow(
  connection: DuckDBConnection,
  network: number,
  kept: Window | undefined,
): Promise<Window | undefined> {
  const [[latest, days] = []] = await readText(
    connection,
    'SELECT max(last_at), count(*) FROM days WHERE network = $network',
    { network },
  )
  if (numberOf(days) === 0) return kept
  // A tail that was taken back leaves the window where it was, not behind it.
  const until = Math.max(
    numberOf(latest),
    kept !== undefined && isNear(kept.until, numberOf(latest)) ? kept.until : 0,
  )
  return { after: until - KEPT_MS, until }
}

async function addUpAnew(
  connection: DuckDBConnection,
  network: number,
  window: Window,
): Promise<void> {
  await forgetFigures(connection, network)
  const values = { network, ...windowValues(window) }
  const settled = `SELECT CAST($network AS UINTEGER) AS network, payee, payer,
      n AS settlements, h AS volume_high, low AS volume_low, 0 AS sent
    FROM (${pairs('all')}) AS pair`
  const sent = sentText(
    '1',
    'outgoing',
    'network = $network AND ms > $after AND ms <= $until',
  )
  await runText(
    connection,
    `INSERT INTO standing_pairs
     SELECT ${PAIR} FROM (${addedUpText(`${settled} UNION ALL ${sent}`)}) AS pair
     ORDER BY payee, payer`,
    values,
  )
  await runText(
    connection,
    `INSERT INTO standing ${standingText('network = $network')}`,
    values,
  )
}

async function addUpMoved(
  connection: DuckDBConnection,
  values: Moved & { readonly network: number },
): Promise<void> {
  for (const text of MOVE) await runText(connection, text, values)
}

const edge = (name: 'low' | 'high') => {
  const during = `network = $network AND ms > $${name}_after AND ms <= $${name}_until`
  return `${paymentsText(`$${name}_sign`, 'transfers', during)}
    UNION ALL ${sentText(`$${name}_sign`, 'outgoing', during)}`
}
const TOUCHED = '(payee, payer) IN (SELECT payee, payer FROM touched)'
const OF_TOUCHED = 'network = $network AND payee IN (SELECT payee FROM touched)'

const MOVE = [
  'DELETE FROM touched',
  'DELETE FROM standing_next',
  `INSERT INTO touched ${addedUpText(
    `SELECT ${PAIR} FROM standing_changes WHERE network = $network
     UNION ALL ${edge('low')} UNION ALL ${edge('high')}`,
  )}`,
  // What came and went again has not moved.
  `DELETE FROM touched WHERE ${SUMMED.map((name) => `${name} = 0`).join(' AND ')}`,
  `INSERT INTO standing_next ${addedUpText(
    `SELECT ${PAIR} FROM touched UNION ALL SELECT ${PAIR} FROM standing_pairs
     WHERE network = $network AND ${TOUCHED}`,
  )}`,
  `DELETE FROM standing_pairs WHERE network = $network AND ${TOUCHED}`,
  `INSERT INTO standing_pairs SELECT ${PAIR} FROM standing_next
     WHERE settlements > 0 OR sent > 0 ORDER BY payee, payer`,
  'DELETE FROM standing WHERE network = $network AND wallet IN (SELECT payee FROM touched)',
  `INSERT INTO standing ${standingText(OF_TOUCHED)}`,
  'DELETE FROM touched',
  'DELETE FROM standing_next',
] as const
