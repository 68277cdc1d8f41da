import type { Db, Engine } from './engine.js'
import { run } from './run.js'

/**
 * Makes hosts (names as columns hold them) that are new and sets when each has
 * work due; in the order of names, so that two writers never wait for each other.
 */
export async function settleHosts(
  engine: Engine,
  tx: Db,
  hostNames: Iterable<string>,
): Promise<void> {
  for (const name of [...hostNames].sort())
    await run(engine, tx, SETTLE, [name, name])
}

const SETTLE = `insert into hosts (host_name, next_at, due_at, lease_until)
  values (?, 0, (select min(due_at) from endpoints where host_name = ?), 0)
  on conflict (host_name) do update set due_at = excluded.due_at`
