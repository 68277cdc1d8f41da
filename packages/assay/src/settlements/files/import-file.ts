import { CANONICAL_USDC } from '@assay402/core'
import type { DuckDbEngine } from '../duckdb/engine.js'
import type { Claim } from './claim.js'
import {
  csvRows,
  type ImportedRows,
  importRows,
  jsonLines,
} from './import-rows.js'

/** A span of time without a gap; epoch milliseconds, both included. */
export type Covers = Pick<Claim, 'from' | 'to'>

export type FileAsk = {
  /** Its absolute path. */
  readonly file: string
  /** By its name when absent. */
  readonly format?: string | undefined
  /** Every transfer of every wallet in this span is in the file. */
  readonly covers?: Covers | undefined
}

export type FileReport = {
  readonly file: string
  readonly added: number
  readonly known: number
  /** Rows that cannot be read. */
  readonly left_out: number
  /** CAIP-2, of the rows that were read. */
  readonly networks: readonly string[]
}

/** A file that cannot be taken in. */
export class UnreadableFile extends Error {}

/**
 * Takes in Parquet, CSV or JSON lines. What is said to be covered counts only
 * when every row could be read. Rejects with `UnreadableFile`.
 */
export async function importFile(
  engine: DuckDbEngine,
  { file, format: given, covers }: FileAsk,
): Promise<FileReport> {
  const format = given ?? /\.([a-z]+)$/i.exec(file)?.[1]?.toLowerCase()
  const read = READERS[format ?? '']
  if (read === undefined)
    throw new UnreadableFile(
      `${file}: what format is it? parquet, csv or jsonl`,
    )
  const { claims, ...imported } = await read(engine, file, covers).catch(
    (error: Error) => {
      throw new UnreadableFile(`${file}: ${error.message.split('\n')[0]}`)
    },
  )
  const said =
    covers === undefined || format === 'parquet'
      ? claims
      : imported.networks.map((network) => ({ network, ...covers }))
  if ((covers !== undefined || claims.length > 0) && imported.left_out > 0)
    throw new UnreadableFile(
      `${file}: ${imported.left_out} rows cannot be read, so it covers nothing; the others were taken in`,
    )
  for (const { network, from, to } of said)
    await engine.append({
      network,
      transfers: [],
      coverage: { wallets: 'all', from, to },
    })
  const networks = new Set([
    ...imported.networks,
    ...said.map((claim) => claim.network),
  ])
  return { file, ...imported, networks: [...networks] }
}

type Read = (
  engine: DuckDbEngine,
  file: string,
  covers: Covers | undefined,
) => Promise<ImportedRows>

const READERS: Readonly<Record<string, Read>> = {
  parquet: importColumns,
  csv: (engine, file) => importRows(csvRows(file), engine),
  jsonl: (engine, file) => importRows(jsonLines(file), engine),
  ndjson: (engine, file) => importRows(jsonLines(file), engine),
}

/** Of columns the engine itself knows which networks it has read. */
async function importColumns(
  engine: DuckDbEngine,
  file: string,
  covers: Covers | undefined,
): Promise<ImportedRows> {
  const imported = await engine.importParquet(file)
  if (covers !== undefined && imported.left_out === 0)
    await engine.importParquet(file, { covers })
  return { ...imported, networks: Object.keys(CANONICAL_USDC), claims: [] }
}
