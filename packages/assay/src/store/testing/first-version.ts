import { connectEngine } from '../open-store.js'
import type { Db, Engine } from '../sql/engine.js'
import { evidenceStore } from '../sql/evidence.js'
import { insertMany } from '../sql/insert-many.js'
import { migrate } from '../sql/migrate.js'
import { packJson } from '../sql/packed.js'
import { run } from '../sql/run.js'
import { listingOf, observationOf, storedChallenge, T0 } from './samples.js'

/** Writes a store as software of schema 1 did: its tables, its rows. */
export async function firstVersion(where: string): Promise<void> {
  const engine = await connectEngine(where)
  try {
    await migrate(engine, 1)
    // Evidence is kept by this version as it was by the first.
    await evidenceStore(engine).appendEvidence([storedChallenge(1)])
    await engine.write(async (db) => {
      await run(
        engine,
        db,
        `insert into list_snapshots (id, list, source_url, fetched_at,
          published_at, sha256, entry_count, parser, status, detail)
        values ('snap', 'ofac', 'u', ?, null, 'digest', 1, '1', 'good', '')`,
        [T0],
      )
      await run(
        engine,
        db,
        `insert into list_entries (snapshot_id, key, family, entry)
        values ('snap', 'k1', 'evm', 'e')`,
        [],
      )
      await listOne(engine, db)
    })
  } finally {
    await engine.close()
  }
}

/** What the first version listed, saw and scored. */
export const FIRST_LISTED = listingOf('https://first.example/')

async function listOne(engine: Engine, db: Db): Promise<void> {
  const { resource_id, resource, url, host } = FIRST_LISTED
  await insertMany(
    engine,
    db,
    {
      table: 'endpoints',
      columns: [
        'resource_id',
        'resource',
        'url',
        'method',
        'catalog_key',
        'host',
        'host_name',
        'first_seen',
        'last_seen',
        'tags',
      ],
    },
    [
      [
        ...[resource_id, resource, url, 'GET', url, host, 'first.example'],
        ...[T0, T0, '["data"]'],
      ],
    ],
  )
  const packed = await packJson(FIRST_LISTED)
  const listed = ['bazaar', resource_id, 'pass', T0, T0, 'terms', 1, 1, packed]
  await run(
    engine,
    db,
    `insert into listings (source, resource_id, pass_id, first_seen, last_seen,
      terms_sha256, newest, live, listing) values (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    listed,
  )
  const seen = observationOf(1, { resource_id, price_atomic: '2' })
  const names = Object.keys(seen)
  await insertMany(
    engine,
    db,
    { table: 'observations', columns: names as never[] },
    [Object.values(seen)],
  )
  await run(
    engine,
    db,
    `insert into scores (rulebook, version, subject, as_of, score, output)
    values ('endpoint-health', '1', ?, ?, 64, ?)`,
    [resource_id, T0, packed],
  )
}
