import { StoreFault } from '../errors.js'
import { ARCHIVE_FORMAT } from './archive-write.js'
import type { Db, Engine } from './engine.js'
import { insertMany } from './insert-many.js'
import { bringForward, SCHEMA_VERSION, schemaVersion } from './migrate.js'
import { ARCHIVED_TABLES, type Tables } from './tables.js'

const ROWS_AT_ONCE = 128
const COLUMN = /^[a-z][a-z0-9_]*$/

type Part = { readonly table: keyof Tables; readonly columns: never[] }

/**
 * Puts an archive into an empty store, all or nothing, and brings it forward to
 * this software's schema. Throws StoreFault when the store is not empty or the
 * archive is damaged, cut short or of a newer schema.
 */
export function readArchive(
  engine: Engine,
  lines: AsyncIterable<string>,
): Promise<void> {
  return engine.write(async (tx) => {
    await engine.lockSchema(tx)
    const loader = createLoader(engine, tx)
    for await (const line of lines) await loader.take(parse(line))
    await loader.finish()
    await bringForward(tx, engine, SCHEMA_VERSION)
    // Every table is there only now.
    await engine.continueSequences(tx)
  })
}

function createLoader(engine: Engine, tx: Db) {
  let started = false
  let ended = false
  let part: Part | undefined
  let rows: unknown[][] = []
  let count = 0
  const flush = async () => {
    if (part !== undefined) await insertMany(engine, tx, part, rows)
    count += rows.length
    rows = []
  }
  const row = async (cells: readonly unknown[]) => {
    if (part?.columns.length !== cells.length) throw damaged()
    rows.push(cells.map(fromCell))
    if (rows.length >= ROWS_AT_ONCE) await flush()
  }
  const head = async (told: Record<string, unknown>) => {
    if (!started) {
      await prepare(engine, tx, told)
      started = true
      return
    }
    await flush()
    part = told['end'] === true ? undefined : toPart(told)
    if (told['end'] !== true) return
    if (told['rows'] !== count) throw damaged()
    ended = true
  }
  return {
    take: (value: unknown) =>
      Array.isArray(value)
        ? row(value)
        : head((value ?? {}) as Record<string, unknown>),
    finish: async () => {
      if (!ended) throw new StoreFault('the archive is cut short')
    },
  }
}

async function prepare(
  engine: Engine,
  tx: Db,
  head: Record<string, unknown>,
): Promise<void> {
  const { assay_archive: format, schema } = head
  if (format !== ARCHIVE_FORMAT || typeof schema !== 'number')
    throw new StoreFault('the file is no archive of a store')
  if (schema > SCHEMA_VERSION)
    throw new StoreFault(
      `the archive was written by a newer version (schema ${schema}, this one knows ${SCHEMA_VERSION}); update this software`,
    )
  const version = await schemaVersion(tx)
  if (version > schema)
    throw new StoreFault(
      'the archive is older than the schema of the target; restore into a new database',
    )
  await bringForward(tx, engine, schema)
  for (const table of Object.keys(ARCHIVED_TABLES) as (keyof Tables)[])
    if (table !== 'clock' && (await holdsRows(tx, table)))
      throw new StoreFault(
        'the target holds data already; restore into a new database',
      )
  await tx.deleteFrom('clock').execute()
}

async function holdsRows(tx: Db, table: keyof Tables): Promise<boolean> {
  const present = await tx.introspection.getTables()
  if (!present.some(({ name }) => name === table)) return false
  const row = await tx
    .selectFrom(table)
    .select((eb) => eb.lit(1).as('one'))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

// Names come from a file: only our own tables, and columns that are words.
function toPart({ table, columns }: Record<string, unknown>): Part {
  if (
    typeof table !== 'string' ||
    !Object.hasOwn(ARCHIVED_TABLES, table) ||
    !Array.isArray(columns) ||
    !columns.every((name) => typeof name === 'string' && COLUMN.test(name))
  )
    throw damaged()
  return { table: table as keyof Tables, columns: columns as never[] }
}

function fromCell(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  const { base64 } = value as { base64?: unknown }
  return Buffer.from(String(base64), 'base64')
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    throw damaged()
  }
}

function damaged(): StoreFault {
  return new StoreFault('the archive is damaged')
}
