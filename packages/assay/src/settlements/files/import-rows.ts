import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { parse } from 'csv-parse'
import type { SettlementEngine } from '../engine.js'
import type { Transfer } from '../transfer.js'
import { readTransfer } from './transfer-row.js'

export type ImportedRows = {
  readonly added: number
  readonly known: number
  /** Rows that cannot be read. */
  readonly left_out: number
}

/** Never row by row: a row alone costs a thousand times as much. */
const BATCH_ROWS = 50_000
/** A longer line is no transfer. */
const MAX_LINE = 64 * 1024

/** The rows of a CSV file with a header line; rejects on a broken file. */
export async function* csvRows(file: string): AsyncGenerator<unknown> {
  const parser = createReadStream(file).pipe(
    parse({
      columns: true,
      bom: true,
      relax_column_count: true,
      max_record_size: MAX_LINE,
    }),
  )
  for await (const row of parser) yield row
}

/** The lines of a file of JSON lines; one that is no JSON is undefined. */
export async function* jsonLines(file: string): AsyncGenerator<unknown> {
  const lines = createInterface({ input: createReadStream(file) })
  for await (const line of lines) {
    if (line.trim() === '') continue
    yield line.length > MAX_LINE ? undefined : parsed(line)
  }
}

/** Stores the rows that can be read, in batches. */
export async function importRows(
  rows: AsyncIterable<unknown>,
  engine: Pick<SettlementEngine, 'append'>,
): Promise<ImportedRows> {
  let [added, known, left_out] = [0, 0, 0]
  let waiting = new Map<string, Transfer[]>()
  let count = 0
  const store = async () => {
    for (const [network, transfers] of waiting) {
      const stored = await engine.append({ network, transfers })
      added += stored.added
      known += transfers.length - stored.added
    }
    waiting = new Map()
    count = 0
  }
  for await (const row of rows) {
    const transfer = readTransfer(row)
    if (transfer === undefined) {
      left_out += 1
      continue
    }
    const list = waiting.get(transfer.network)
    if (list === undefined) waiting.set(transfer.network, [transfer])
    else list.push(transfer)
    count += 1
    if (count >= BATCH_ROWS) await store()
  }
  await store()
  return { added, known, left_out }
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}
