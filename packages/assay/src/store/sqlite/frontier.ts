import { CompiledQuery, type RawBuilder, sql } from 'kysely'
import type { FrontierSql, LeasedHost } from '../sql/engine.js'
import type { Tables } from '../sql/tables.js'

const DUE = `select * from endpoints
  where host_name = ? and due_at <= ?
    and (last_crawled_at is null or last_crawled_at < ?)
  order by due_at, resource_id limit ?`

/** The frontier's statements for a database with one writer at a time. */
export function sqliteFrontier(clock: RawBuilder<number>): FrontierSql {
  return {
    lease: async (db, { worker, limit, gapMs, leaseMs }) => {
      const { rows } = await sql<LeasedHost>`
        update hosts set
          next_at = moment.now + ${gapMs},
          lease_until = moment.now + ${leaseMs},
          lease_worker = ${worker}
        from (select ${clock} as now) as moment
        where host_name in (
          select host_name from hosts
          where ready_at <= ${clock} order by ready_at limit ${limit}
        )
        returning host_name, lease_until, next_at - ${gapMs} as now
      `.execute(db)
      return rows
    },
    // A look by index a host is faster here than one statement over all.
    due: async (db, { hosts, now, slotStart, each }) => {
      const found: Tables['endpoints'][] = []
      for (const host of hosts) {
        const { rows } = await db.executeQuery<Tables['endpoints']>(
          CompiledQuery.raw(DUE, [host, now, slotStart, each]),
        )
        found.push(...rows)
      }
      return found
    },
  }
}
