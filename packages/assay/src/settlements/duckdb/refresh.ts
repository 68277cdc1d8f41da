import type { DuckDBConnection } from '@duckdb/node-api'
import { numberOf } from '../sql/column-reader.js'
import { DAY_TEXT } from '../sql/text.js'
import { inTransaction, readText, runText } from './connect.js'
import { forgetFigures, keepFigures } from './standing/keep.js'

/** With more days than this the kept figures are added up anew. */
const MANY_DAYS = 6

/** Adds up the days whose rows changed, then what is kept; returns how many. */
export async function refreshDays(
  connection: DuckDBConnection,
): Promise<number> {
  const dirty = await readText(
    connection,
    'SELECT DISTINCT network, day FROM dirty ORDER BY network, day',
  )
  for (const network of await changedNetworks(connection)) {
    const days = dirty.filter((row) => numberOf(row[0]) === network)
    if (days.length > MANY_DAYS)
      await inTransaction(connection, () => forgetFigures(connection, network))
    for (const [, day] of days)
      await addUpDay(connection, { network, day: numberOf(day) })
    await keepFigures(connection, network)
  }
  return dirty.length
}

// Each network is told apart by its figures; one that was never kept, or whose
// keeping was cut off after its last day was added up, has no window.
async function changedNetworks(
  connection: DuckDBConnection,
): Promise<number[]> {
  const rows = await readText(
    connection,
    `SELECT network FROM dirty UNION SELECT network FROM standing_changes
     UNION SELECT network FROM sellers
       WHERE network NOT IN (SELECT network FROM standing_windows)
     ORDER BY 1`,
  )
  return rows.map(([network]) => numberOf(network))
}

async function addUpDay(
  connection: DuckDBConnection,
  values: { readonly network: number; readonly day: number },
): Promise<void> {
  const those = 'WHERE network = $network AND day = $day'
  await inTransaction(connection, async () => {
    await runText(connection, `DELETE FROM days ${those}`, values)
    await runText(connection, `INSERT INTO days ${DAY_TEXT}`, values)
    await runText(connection, `DELETE FROM dirty ${those}`, values)
  })
}
