import type { Transfer } from '../transfer.js'
import {
  bigintOf,
  type Cell,
  type ColumnReader,
  numberOf,
} from './column-reader.js'
import { classOf } from './text.js'

/** Rows of `TRANSFER_COLUMNS` as transfers, each once, in time order. */
export async function transfersFrom(
  rows: readonly Cell[][],
  db: Pick<ColumnReader, 'namesOf'>,
): Promise<Transfer[]> {
  const ids = new Set<number>()
  for (const row of rows)
    for (const place of NAMED) ids.add(numberOf(row[place]))
  const names = await db.namesOf([...ids])
  const seen = new Set<string>()
  const transfers: Transfer[] = []
  for (const row of rows) {
    const transfer = transferFrom(row, names)
    const key = `${transfer.tx} ${transfer.log_index}`
    if (seen.has(key)) continue
    seen.add(key)
    transfers.push(transfer)
  }
  // Shards answer one after the other.
  return transfers.sort(
    (a, b) => a.at - b.at || a.block - b.block || a.log_index - b.log_index,
  )
}

/** Where a row has dictionary ids: network, payer, payee, facilitator. */
const NAMED = [0, 6, 7, 10]

function transferFrom(
  row: readonly Cell[],
  names: ReadonlyMap<number, string>,
): Transfer {
  const name = (cell: Cell | undefined) => names.get(numberOf(cell))
  return {
    network: name(row[0]) ?? '',
    at: numberOf(row[2]),
    block: numberOf(row[3]),
    tx: String(row[4]),
    log_index: numberOf(row[5]),
    from: name(row[6]) ?? '',
    to: name(row[7]) ?? '',
    amount: bigintOf(row[8]),
    facilitator: name(row[10]) ?? null,
    class: classOf(numberOf(row[11])),
  }
}
