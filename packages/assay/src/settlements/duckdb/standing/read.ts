import type { DuckDBConnection } from '@duckdb/node-api'
import {
  bigintOf,
  type Cell,
  idList,
  type KeptAsk,
  numberOf,
} from '../../sql/column-reader.js'
import { filled } from '../../sql/filled.js'
import type { Window } from '../../transfer.js'
import { inTransaction, readText } from '../connect.js'
import { makeMovedText, movedFiguresText, unmovedTopText } from './text.js'
import { movedBetween } from './window.js'

/**
 * Figures by the kept ones and what moved since, as rows of `figuresText`;
 * undefined when the window is far from the kept one, or nothing is kept.
 */
export function keptFigures(
  connection: DuckDBConnection,
  { scope, network, wallet, window, excluded }: KeptAsk,
): Promise<Cell[][] | undefined> {
  // One snapshot: the window and what is kept of it belong together.
  return inTransaction(connection, async () => {
    const kept = await keptWindow(connection, network)
    const moved = kept && movedBetween(kept, window)
    if (moved === undefined) return undefined
    const values = {
      network,
      ...(wallet !== undefined && { wallet }),
      ...moved,
    }
    // With bound numbers the planner knows too little, and is four times slower.
    const read = (text: string) => readText(connection, filled(text, values))
    await connection.run(filled(makeMovedText(scope, excluded), values))
    const rows = await read(movedFiguresText(scope, excluded))
    const touched = rows.filter((row) => numberOf(row[11]) === 1)
    const tops = new Map<number, Cell | undefined>()
    if (touched.length > 0) {
      const sellers = idList(touched.map(([id]) => numberOf(id)))
      const text = unmovedTopText(scope, sellers)
      for (const [id, top] of await read(text)) tops.set(numberOf(id), top)
    }
    await connection.run('DROP TABLE moved')
    return rows.map((row) => withTop(row, tops))
  })
}

/** The window that figures of a network are kept of; undefined: of none. */
export async function keptWindow(
  connection: DuckDBConnection,
  network: number,
): Promise<Window | undefined> {
  const [row] = await readText(
    connection,
    'SELECT after_at, until_at FROM standing_windows WHERE network = $network',
    { network },
  )
  return row && { after: numberOf(row[0]), until: numberOf(row[1]) }
}

// The kept largest payer is the largest of all that did not move, unless it
// lost something itself.
function withTop(
  row: readonly Cell[],
  unmoved: ReadonlyMap<number, Cell | undefined>,
): Cell[] {
  const figures = row.slice(0, 9)
  const moved = bigintOf(row[9])
  const other = bigintOf(
    numberOf(row[11]) === 1 ? unmoved.get(numberOf(row[0])) : row[10],
  )
  if (moved > other) return [...figures, moved]
  return [...figures, other]
}
