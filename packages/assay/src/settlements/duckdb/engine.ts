import { mapNetwork } from '@assay402/core'
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api'
import { stagedRows } from '../checked-batch.js'
import type { SettlementEngine } from '../engine.js'
import { createTurns } from '../in-turn.js'
import { SettlementsInUse, takeOwnership } from '../owner-lock.js'
import type { ColumnReader } from '../sql/column-reader.js'
import { filled } from '../sql/filled.js'
import { createReads } from '../sql/reads.js'
import { compactRows } from './compact.js'
import { inTransaction, readNumbers, readText } from './connect.js'
import { coverageOf, cursorOf, idsOf, namesOf } from './lookups.js'
import { mergeStaged } from './merge.js'
import {
  exportParquet,
  type ImportAsk,
  type Imported,
  importParquet,
} from './parquet.js'
import { refreshDays } from './refresh.js'
import { prepareSchema } from './schema.js'
import { stage } from './stage.js'
import { keptFigures } from './standing/read.js'

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
    // The file's own lock has the last word, whatever became of ours.
    const [, owner] = HELD.exec(String(error)) ?? []
    throw owner === undefined
      ? error
      : new SettlementsInUse(file, Number(owner))
  }
}

const HELD = /Could not set lock on file.*\(PID (\d+)/s

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
    // The planner knows where rows lie by numbers in the text, not by bound ones.
    rows: (text, values) =>
      reading((connection) => readText(connection, filled(text, values))),
    numbers: (text, values, onPart) =>
      reading((connection) =>
        readNumbers(connection, filled(text, values), onPart),
      ),
    idsOf: (names) => reading((connection) => idsOf(connection, names)),
    namesOf: (ids) => reading((connection) => namesOf(connection, ids)),
    cursor: (name) => reading((connection) => cursorOf(connection, name)),
    coverage: (network, wallet) =>
      reading((connection) => coverageOf(connection, network, wallet)),
    ready: async () => {
      if (days === 'unknown') await refresh()
    },
    kept: (ask) => reading((connection) => keptFigures(connection, ask)),
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
