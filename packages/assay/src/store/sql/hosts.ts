import { sql } from 'kysely'
import type { Db } from './engine.js'

/**
 * Makes hosts (names as columns hold them) that are new and sets when each has
 * work due; in the order of names, so that two writers never wait for each other.
 */
export async function settleHosts(
  tx: Db,
  hostNames: Iterable<string>,
): Promise<void> {
  for (const name of [...hostNames].sort())
    await sql`insert into hosts (host_name, next_at, due_at, lease_until)
      values (${name}, 0,
        (select min(due_at) from endpoints where host_name = ${name}), 0)
      on conflict (host_name) do update set due_at = excluded.due_at`.execute(
      tx,
    )
}
