import { connectEngine } from '../open-store.js'
import { evidenceStore } from '../sql/evidence.js'
import { migrate } from '../sql/migrate.js'
import { run } from '../sql/run.js'
import { storedChallenge, T0 } from './samples.js'

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
    })
  } finally {
    await engine.close()
  }
}
