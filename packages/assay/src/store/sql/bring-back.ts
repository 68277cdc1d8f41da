import { sql } from 'kysely'
import type { Db, Engine } from './engine.js'

/** Nothing is put off as long as this, in milliseconds: two weeks. */
const FAR_MS = 14 * 86_400_000

/**
 * Brings back hosts that a clock put off which has since been set right: they
 * would wait for its time. Says whether there were any.
 */
export async function bringBack(
  { clock }: Pick<Engine, 'clock'>,
  tx: Db,
): Promise<boolean> {
  const far = sql<number>`${clock} + ${FAR_MS}`
  const found =
    await sql`select 1 from hosts where ready_at > ${far} limit 1`.execute(tx)
  if (found.rows.length === 0) return false
  await sql`update endpoints set last_crawled_at = null
    where last_crawled_at > ${far}`.execute(tx)
  await sql`update endpoints set due_at = ${clock} where due_at > ${far}`.execute(
    tx,
  )
  await sql`update hosts set
      next_at = case when next_at > ${far} then ${clock} else next_at end,
      lease_until = case when lease_until > ${far} then 0 else lease_until end,
      due_at = (select min(due_at) from endpoints
        where endpoints.host_name = hosts.host_name)
    where ready_at > ${far}`.execute(tx)
  return true
}
