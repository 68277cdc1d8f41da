import { sql } from 'kysely'
import type { Engine } from './engine.js'

/** Resources that one transaction looks at. */
const AT_ONCE = 200

/** Drops old observations, save the newest `keep` (1 or more) of each
 * resource. */
export async function pruneObservations(
  engine: Engine,
  { before, keep }: { readonly before: number; readonly keep: number },
): Promise<number> {
  let dropped = 0
  let after = ''
  const kept = Math.max(1, Math.floor(keep))
  for (;;) {
    const resources = await engine.read((db) =>
      db
        .selectFrom('observations')
        .select('resource_id')
        .where('resource_id', '>', after)
        .groupBy('resource_id')
        .orderBy('resource_id')
        .limit(AT_ONCE)
        .execute(),
    )
    const last = resources.at(-1)
    if (last === undefined) return dropped
    after = last.resource_id
    dropped += await engine.write(async (tx) => {
      let gone = 0
      for (const { resource_id } of resources) {
        const { numAffectedRows } = await sql`delete from observations
          where resource_id = ${resource_id} and at < ${before} and at <
          (select at from observations where resource_id = ${resource_id}
            order by at desc, evidence_id desc limit 1 offset ${kept - 1})`.execute(
          tx,
        )
        gone += Number(numAffectedRows ?? 0n)
      }
      return gone
    })
    await new Promise((resolve) => setImmediate(resolve))
  }
}
