import { mapNetwork } from '@assay402/core'
import {
  type DuckDBConnection,
  DuckDBInstance,
  LIST,
  listValue,
  UINTEGER,
  VARCHAR,
} from '@duckdb/node-api'
import { stagedRows } from '../checked-batch.js'
import type { SettlementEngine } from '../engine.js'
import { createTurns } from '../in-turn.js'
import { takeOwnership } from '../owner-lock.js'
import { type ColumnReader, numberOf, type Span } from '../sql/column-reader.js'
import { createReads } from '../sql/reads.js'
import { DAY_TEXT } from '../sql/text.js'
import { compactRows } from './compact.js'
import { inTransaction, readText, runText } from './connect.js'
import { mergeStaged } from './merge.js'
import {
  exportParquet,
  type ImportAsk,
  type Imported,
  importParquet,
} from './parquet.js'
import { prepareSchema } from './schema.js'
import { stage } from './stage.js'

export type DuckDbOptions = {
  /** A file, made when missing, or `:memory:`. */
  readonly file: string
  /** Processor threads; all when absent. */
  readonly threads?: number
  /** For example `4GB`; beyond it DuckDB spills to disk. */
  readonly memory?: string
}

/** The engine of one machine, and what only it can do. */
export type DuckDbEngine = SettlementEngine & {
  /** One immutable Parquet file a network and month; returns the new files. */
  exportParquet(folder: string): Promise<string[]>
  importParquet(file: string, ask?: ImportAsk): Promise<Imported>
  /** Lays every month out by seller and buyer, so that one seller is near. */
  compact(): Promise<void>
}

/**
 * Opens the settlement file; this process then owns it. Throws
 * `SettlementsInUse` while another one does.
 */
export async function openDuckDb(
  options: DuckDbOptions,
): Promise<DuckDbEngine> {
  const { file, threads, memory } = options
  const disown = file === ':memory:' ? () => {} : takeOwnership(file)
  try {
    const instance = await DuckDBInstance.create(file, {
      ...(threads !== undefined && { threads: String(threads) }),
      ...(memory !== undefined && { memory_limit: memory }),
    })
    return await createEngine(instance, disown)
  } catch (error) {
    disown()
    throw error
  }
}

async function createEngine(
  instance: DuckDBInstance,
  disown: () => void,
): Promise<DuckDbEngine> {
  const writer = await instance.connect()
  await prepareSchema(writer)
  const write = createTurns()

  const idle: DuckDBConnection[] = []

  /** A connection that nobody else uses meanwhile. */
  async function reading<T>(
    work: (connection: DuckDBConnection) => Promise<T>,
  ): Promise<T> {
    const connection = idle.pop() ?? (await instance.connect())
    try {
      return await work(connection)
    } finally {
      idle.push(connection)
    }
  }

  // Nobody else writes the file: what is clean stays so until we write.
  let days: 'clean' | 'unknown' = 'unknown'
  const changing = <T>(work: () => Promise<T>) =>
    write(() => {
      days = 'unknown'
      return work()
    })
  const refresh = () =>
    write(async () => {
      if (days === 'clean') return 0
      const count = await refreshDays(writer)
      days = 'clean'
      return count
    })
  const reader: ColumnReader = {
    rows: (text, values) =>
      reading((connection) => readText(connection, text, values)),
    idsOf: (names) => reading((connection) => idsOf(connection, names)),
    namesOf: (ids) => reading((connection) => namesOf(connection, ids)),
    cursor: (name) => reading((connection) => cursorOf(connection, name)),
    coverage: (network, wallet) =>
      reading((connection) => coverageOf(connection, network, wallet)),
    ready: async () => {
      if (days === 'unknown') await refresh()
    },
  }
  return {
    ...createReads(reader),
    append: (batch) =>
      changing(() =>
        inTransaction(writer, async () => {
          await stage(writer, stagedRows(batch))
          return mergeStaged(writer, mapNetwork(batch.network).id, batch)
        }),
      ),
    refresh,
    exportParquet: (folder) =>
      reading((connection) => exportParquet(connection, folder)),
    importParquet: (path, ask) =>
      changing(() => importParquet(writer, path, ask)),
    compact: () => write(() => compactRows(writer)),
    close: () =>
      write(async () => {
        for (const connection of idle) connection.closeSync()
        writer.closeSync()
        instance.closeSync()
        disown()
      }),
  }
}

/** Adds up the days whose rows changed; returns how many. */
async function refreshDays(connection: DuckDBConnection): Promise<number> {
  const dirty = await readText(
    connection,
    'SELECT DISTINCT network, day FROM dirty ORDER BY network, day',
  )
  for (const [network, day] of dirty) {
    const values = { network: numberOf(network), day: numberOf(day) }
    const those = 'WHERE network = $network AND day = $day'
    await inTransaction(connection, async () => {
      await runText(connection, `DELETE FROM days ${those}`, values)
      await runText(connection, `INSERT INTO days ${DAY_TEXT}`, values)
      await runText(connection, `DELETE FROM dirty ${those}`, values)
    })
  }
  return dirty.length
}

async function idsOf(
  connection: DuckDBConnection,
  names: readonly string[],
): Promise<Map<string, number>> {
  if (names.length === 0) return new Map()
  const reader = await connection.runAndReadAll(
    'SELECT name, id FROM names WHERE name IN (SELECT unnest($1))',
    [listValue([...names])],
    [LIST(VARCHAR)],
  )
  return new Map(
    reader.getRows().map(([name, id]) => [String(name), Number(id)]),
  )
}

async function namesOf(
  connection: DuckDBConnection,
  ids: readonly number[],
): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const reader = await connection.runAndReadAll(
    'SELECT id, name FROM names WHERE id IN (SELECT unnest($1))',
    [listValue([...ids])],
    [LIST(UINTEGER)],
  )
  return new Map(
    reader.getRows().map(([id, name]) => [Number(id), String(name)]),
  )
}

async function cursorOf(
  connection: DuckDBConnection,
  name: string,
): Promise<string | undefined> {
  const reader = await connection.runAndReadAll(
    'SELECT value FROM cursors WHERE name = $1',
    [name],
  )
  const value = reader.getRows()[0]?.[0]
  return typeof value === 'string' ? value : undefined
}

async function coverageOf(
  connection: DuckDBConnection,
  network: number,
  wallet: number,
): Promise<Span[]> {
  const rows = await readText(
    connection,
    'SELECT from_at, to_at FROM coverage WHERE network = $network AND wallet = $wallet',
    { network, wallet },
  )
  return rows.map(([from, to]) => [numberOf(from), numberOf(to)] as const)
}
