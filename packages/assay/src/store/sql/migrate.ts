import { CompiledQuery, sql } from 'kysely'
import { StoreFault } from '../errors.js'
import type { Db, Engine, RowSql } from './engine.js'
import { first } from './migrations/first.js'
import type { Migration } from './migrations/migration.js'
import { second } from './migrations/second.js'
import { third } from './migrations/third.js'

const MIGRATIONS: readonly Migration[] = [first, second, third]

/** The version of the schema that this software reads and writes. */
export const SCHEMA_VERSION = MIGRATIONS.length

/**
 * Brings the schema forward to `upTo`, each time under a lock and all or
 * nothing, so that any number of processes may open a store at once. Throws
 * StoreFault when the schema is newer than this software.
 */
export async function migrate(
  engine: Engine,
  upTo = SCHEMA_VERSION,
): Promise<void> {
  if ((await engine.read(schemaVersion)) === upTo) return
  await engine.write(async (tx) => {
    await engine.lockSchema(tx)
    await bringForward(tx, engine, upTo)
  })
}

/** `migrate` inside a transaction that holds the lock of the schema. */
export async function bringForward(
  tx: Db,
  engine: RowSql & Pick<Engine, 'words'>,
  upTo: number,
): Promise<void> {
  const { words } = engine
  const from = await schemaVersion(tx)
  if (from > SCHEMA_VERSION)
    throw new StoreFault(
      `the store was written by a newer version (schema ${from}, this one knows ${SCHEMA_VERSION}); update this software`,
    )
  if (from === 0)
    await run(
      tx,
      `create table schema_version (version ${words.int} primary key, applied_at ${words.int} not null)`,
    )
  for (const { version, statements, fill } of MIGRATIONS) {
    if (version <= from || version > upTo) continue
    for (const statement of statements(words)) await run(tx, statement)
    await fill?.(engine, tx)
    await sql`insert into schema_version (version, applied_at)
      values (${version}, ${sql.raw(words.clock)})`.execute(tx)
  }
}

/** The version of the schema, 0 in a new database. */
export async function schemaVersion(db: Db): Promise<number> {
  const tables = await db.introspection.getTables()
  if (!tables.some(({ name }) => name === 'schema_version')) return 0
  const row = await db
    .selectFrom('schema_version')
    .select((eb) => eb.fn.max<number | null>('version').as('version'))
    .executeTakeFirst()
  return row?.version ?? 0
}

// The statements are our own texts, without values.
async function run(db: Db, statement: string): Promise<void> {
  await db.executeQuery(CompiledQuery.raw(statement))
}
