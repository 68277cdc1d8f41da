import { CompiledQuery, sql } from 'kysely'
import { StoreFault } from '../errors.js'
import type { Db } from './engine.js'
import { first } from './migrations/first.js'
import { second } from './migrations/second.js'
import type { DdlWords, Migration } from './migrations/words.js'

const MIGRATIONS: readonly Migration[] = [first, second]

/** The version of the schema that this software reads and writes. */
export const SCHEMA_VERSION = MIGRATIONS.length

/**
 * Brings the schema forward to `upTo`; runs inside one transaction that the
 * caller holds under a lock. Throws StoreFault when the schema is newer than
 * this software.
 */
export async function migrate(
  db: Db,
  words: DdlWords,
  upTo = SCHEMA_VERSION,
): Promise<void> {
  const from = await schemaVersion(db)
  if (from > SCHEMA_VERSION)
    throw new StoreFault(
      `the store was written by a newer version (schema ${from}, this one knows ${SCHEMA_VERSION}); update this software`,
    )
  for (const { version, statements } of MIGRATIONS) {
    if (version <= from || version > upTo) continue
    for (const statement of statements(words)) await run(db, statement)
    await sql`insert into schema_version (version, applied_at)
      values (${version}, ${sql.raw(words.clock)})`.execute(db)
  }
}

/** The version of the schema, 0 in a new database. */
export async function schemaVersion(db: Db): Promise<number> {
  await run(
    db,
    'create table if not exists schema_version (version bigint primary key, applied_at bigint not null)',
  )
  const row = await db
    .selectFrom('schema_version')
    .select((eb) => eb.fn.max<number | null>('version').as('version'))
    .executeTakeFirstOrThrow()
  return row.version ?? 0
}

// The statements are our own texts, without values.
async function run(db: Db, statement: string): Promise<void> {
  await db.executeQuery(CompiledQuery.raw(statement))
}
