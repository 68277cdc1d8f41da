import { sql } from 'kysely'
import { SLOT_MS } from '../slot.js'
import type { Coverage } from '../words/catalog.js'
import type { Db, Engine } from './engine.js'

type Looked = {
  readonly listed: number
  readonly hosts: number
  readonly probed: number | null
  readonly blocked: number | null
}

/**
 * What became of everything listed in a slot (its number since 1970). A source
 * lists in a slot what it showed since its newest complete pass that began
 * before the slot ended. Counted from one state of everything.
 */
export function coverage(engine: Engine, slot: number): Promise<Coverage> {
  const from = slot * SLOT_MS
  const until = from + SLOT_MS
  return engine.snapshot(async (db) => {
    const { listed, hosts, probed, blocked } = await looked(db, from, until)
    const excluded = await leftOut(db, until)
    if (blocked) excluded.set('robots_blocked', blocked)
    const out = [...excluded.values()].reduce((sum, count) => sum + count, 0)
    const asked = probed ?? 0
    return {
      slot,
      listed: listed + out - (blocked ?? 0),
      hosts,
      probed: asked,
      deferred: listed - asked - (blocked ?? 0),
      excluded: Object.fromEntries(excluded),
    }
  })
}

async function looked(db: Db, from: number, until: number): Promise<Looked> {
  const { rows } = await sql<Looked>`
    with floors as (
      select source, max(started_at) as floor from passes
      where status = 'complete' and started_at < ${until} group by source
    ), listed as (
      select distinct listings.resource_id from listings
      left join floors on floors.source = listings.source
      where first_seen < ${until} and last_seen >= coalesce(floor, first_seen)
    ), looks as (
      select resource_id,
        max(case when result = 'robots_blocked' then 0 else 1 end) as asked
      from observations
      where origin = 'crawl' and at >= ${from} and at < ${until}
      group by resource_id
    )
    select count(*) as listed, count(distinct host_name) as hosts,
      sum(case when asked = 1 then 1 else 0 end) as probed,
      sum(case when asked = 0 then 1 else 0 end) as blocked
    from listed
    join endpoints on endpoints.resource_id = listed.resource_id
    left join looks on looks.resource_id = listed.resource_id`.execute(db)
  return rows[0] ?? { listed: 0, hosts: 0, probed: 0, blocked: 0 }
}

/** Reason → entries that the newest finished pass of each source left out. */
async function leftOut(db: Db, until: number): Promise<Map<string, number>> {
  const { rows } = await sql<{
    readonly source: string
    readonly excluded: string
  }>`select source, excluded from passes
    where (source, started_at) in (
      select source, max(started_at) from passes
      where status in ('complete', 'partial') and started_at < ${until}
      group by source
    ) and status in ('complete', 'partial') order by id`.execute(db)
  const newest = new Map(rows.map((row) => [row.source, row.excluded]))
  const counts = new Map<string, number>()
  for (const excluded of newest.values())
    for (const [reason, count] of Object.entries(
      JSON.parse(excluded) as Record<string, number>,
    ))
      counts.set(reason, (counts.get(reason) ?? 0) + count)
  return counts
}
