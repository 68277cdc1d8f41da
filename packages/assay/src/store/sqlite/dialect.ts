import type { Database, Statement } from 'better-sqlite3'
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import { rowsOf } from '../sql/run-each.js'
import { isBusy } from './errors.js'

/** Statements kept prepared; the shared SQL has about a hundred texts. */
const PREPARED_LIMIT = 400

/**
 * Kysely over one better-sqlite3 connection. Statements stay prepared, writers
 * begin at once (`begin immediate`), and a writer that finds the database busy
 * waits up to `busyMs` without holding the event loop.
 */
export function sqliteDialect(database: Database, busyMs: number): Dialect {
  return {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => createDriver(database, busyMs),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  }
}

function createDriver(database: Database, busyMs: number): Driver {
  const connection = createConnection(database)
  const turns = createTurns()
  const run = (text: string) =>
    connection.executeQuery(CompiledQuery.raw(text)).then(() => undefined)
  return {
    init: async () => undefined,
    acquireConnection: async () => {
      await turns.take()
      return connection
    },
    beginTransaction: (_, { accessMode }) =>
      accessMode === 'read only'
        ? run('begin')
        : beginImmediate(database, busyMs),
    commitTransaction: () => run('commit'),
    // A full disk rolls back by itself.
    rollbackTransaction: async () => {
      if (database.inTransaction) await run('rollback')
    },
    releaseConnection: async () => turns.give(),
    destroy: async () => {
      database.close()
    },
  }
}

function createConnection(database: Database): DatabaseConnection {
  const prepared = new Map<string, Statement<unknown[]>>()
  const prepare = (text: string) => {
    const known = prepared.get(text)
    if (known !== undefined) return known
    if (prepared.size >= PREPARED_LIMIT) prepared.clear()
    const statement = database.prepare<unknown[]>(text)
    prepared.set(text, statement)
    return statement
  }
  return {
    executeQuery: async <R>(query: CompiledQuery): Promise<QueryResult<R>> => {
      const statement = prepare(query.sql)
      const each = rowsOf(query)
      if (each !== undefined) return { rows: runRows<R>(statement, each) }
      if (statement.reader)
        return { rows: statement.all(query.parameters) as R[] }
      const { changes } = statement.run(query.parameters)
      return { rows: [], numAffectedRows: BigInt(changes) }
    },
    // Streams would hold the only connection: the shared SQL reads in pages.
    streamQuery: () => {
      throw new Error('streams are not used')
    },
  }
}

// Without a query object and promises a row costs a third.
function runRows<R>(
  statement: Statement<unknown[]>,
  each: readonly (readonly unknown[])[],
): R[] {
  const rows: R[] = []
  if (statement.reader)
    for (const values of each) {
      const row = statement.get(values as unknown[])
      if (row !== undefined) rows.push(row as R)
    }
  else for (const values of each) statement.run(values as unknown[])
  return rows
}

async function beginImmediate(
  database: Database,
  busyMs: number,
): Promise<void> {
  const until = performance.now() + busyMs
  for (let pause = 1; ; pause = Math.min(pause * 2, 32)) {
    try {
      database.pragma('busy_timeout = 0')
      database.exec('begin immediate')
      return
    } catch (error) {
      if (!isBusy(error) || performance.now() >= until) throw error
    } finally {
      database.pragma(`busy_timeout = ${busyMs}`)
    }
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
}

/** One holder at a time, in the order of asking. */
function createTurns(): { take(): Promise<void>; give(): void } {
  const waiting: (() => void)[] = []
  let taken = false
  return {
    take: async () => {
      if (taken) await new Promise<void>((resolve) => waiting.push(resolve))
      taken = true
    },
    give: () => {
      const next = waiting.shift()
      // The turn passes on without ever being free.
      if (next === undefined) taken = false
      else next()
    },
  }
}
