import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { sql } from 'kysely'
import type { Db, Engine } from './engine.js'
import { schemaVersion } from './migrate.js'
import { ARCHIVED_TABLES } from './tables.js'

/** What the first line of an archive says first. */
export const ARCHIVE_FORMAT = 1
const ROWS_A_PAGE = 500
/** Computed by the database, in hosts. */
const COMPUTED = 'ready_at'

type Row = Readonly<Record<string, unknown>>

/**
 * Writes everything as gzip-compressed JSON lines: one of the format and the
 * schema, then for each table one of its columns and one a row (bytes as
 * `{"base64": …}`), then the count of rows. Read from one state; the file
 * appears when it is whole, readable by its owner alone.
 */
export async function writeArchive(
  engine: Pick<Engine, 'snapshot'>,
  file: string,
): Promise<void> {
  const unfinished = `${file}.unfinished`
  try {
    await engine.snapshot((db) =>
      pipeline(
        Readable.from(archiveLines(db)),
        createGzip(),
        createWriteStream(unfinished, { mode: 0o600 }),
      ),
    )
    await rename(unfinished, file)
  } finally {
    await rm(unfinished, { force: true })
  }
}

/** The lines of an archive, each with its end of line. */
export async function* archiveLines(db: Db): AsyncGenerator<string> {
  const schema = await schemaVersion(db)
  yield line({ assay_archive: ARCHIVE_FORMAT, schema })
  const present = await db.introspection.getTables()
  let count = 0
  for (const [table, key] of Object.entries(ARCHIVED_TABLES)) {
    if (!present.some(({ name }) => name === table)) continue
    let columns: string[] | undefined
    for await (const row of rowsOf(db, table, key)) {
      if (columns === undefined) {
        columns = Object.keys(row).filter((name) => name !== COMPUTED)
        yield line({ table, columns })
      }
      yield line(columns.map((name) => cell(row[name])))
      count += 1
    }
  }
  yield line({ end: true, rows: count })
}

async function* rowsOf(
  db: Db,
  table: string,
  key: readonly string[],
): AsyncGenerator<Row> {
  const order = sql.join(key.map((column) => sql.ref(column)))
  let last: Row | undefined
  do {
    const from = last
    const after =
      from === undefined
        ? sql``
        : sql`where (${order}) > (${sql.join(key.map((column) => sql.val(from[column])))})`
    const { rows } = await sql<Row>`select * from ${sql.table(table)}
      ${after} order by ${order} limit ${ROWS_A_PAGE}`.execute(db)
    yield* rows
    last = rows.length < ROWS_A_PAGE ? undefined : rows.at(-1)
  } while (last !== undefined)
}

function cell(value: unknown): unknown {
  return value instanceof Uint8Array
    ? { base64: Buffer.from(value).toString('base64') }
    : value
}

function line(value: unknown): string {
  return `${JSON.stringify(value)}\n`
}
