import { createReadStream } from 'node:fs'
import { parse } from 'csv-parse'
import type { SettlementEngine } from '../engine.js'
import type { Transfer } from '../transfer.js'
import { type Claim, readClaim } from './claim.js'
import { readTransfer } from './transfer-row.js'

export type ImportedRows = {
  readonly added: number
  readonly known: number
  /** Rows that cannot be read. */
  readonly left_out: number
  /** CAIP-2, of the rows that were read. */
  readonly networks: readonly string[]
  /** What the file says that it holds without a gap. */
  readonly claims: readonly Claim[]
}

/** Never row by row: a row alone costs a thousand times as much. */
const BATCH_ROWS = 50_000
/** A longer line is no transfer. */
const MAX_LINE = 64 * 1024

/** The rows of a CSV file with a header line; rejects on a broken file. */
export async function* csvRows(file: string): AsyncGenerator<unknown> {
  const parser = parse({
    columns: true,
    bom: true,
    relax_column_count: true,
    max_record_size: MAX_LINE,
  })
  const source = createReadStream(file)
  // Piping alone would leave the reader waiting for a file that is not there.
  source.on('error', (error) => parser.destroy(error))
  for await (const row of source.pipe(parser)) yield row
}

/** The lines of a file of JSON lines; one that is no JSON is undefined. */
export async function* jsonLines(file: string): AsyncGenerator<unknown> {
  let rest = ''
  let isFirst = true
  for await (const chunk of createReadStream(file, 'utf8')) {
    const text = isFirst ? chunk.replace(/^\uFEFF/, '') : chunk
    isFirst = false
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    // Of an endless line no more is kept than shows that it is too long.
    if (rest.length > MAX_LINE) rest = rest.slice(0, MAX_LINE + 1)
    for (const line of lines) if (line.trim() !== '') yield parsed(line)
  }
  if (rest.trim() !== '') yield parsed(rest)
}

/** Stores the rows that can be read, in batches. */
export async function importRows(
  rows: AsyncIterable<unknown>,
  engine: Pick<SettlementEngine, 'append'>,
): Promise<ImportedRows> {
  let [added, known, left_out] = [0, 0, 0]
  let waiting = new Map<string, Transfer[]>()
  let count = 0
  const networks = new Set<string>()
  const store = async () => {
    for (const [network, transfers] of waiting) {
      const stored = await engine.append({ network, transfers })
      added += stored.added
      known += transfers.length - stored.added
    }
    waiting = new Map()
    count = 0
  }
  const claims: Claim[] = []
  for await (const row of rows) {
    const claim = readClaim(row)
    if (claim !== undefined) {
      claims.push(claim)
      continue
    }
    const transfer = readTransfer(row)
    if (transfer === undefined) {
      left_out += 1
      continue
    }
    networks.add(transfer.network)
    const list = waiting.get(transfer.network)
    if (list === undefined) waiting.set(transfer.network, [transfer])
    else list.push(transfer)
    count += 1
    if (count >= BATCH_ROWS) await store()
  }
  await store()
  return { added, known, left_out, networks: [...networks], claims }
}

function parsed(line: string): unknown {
  if (line.length > MAX_LINE) return undefined
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}
