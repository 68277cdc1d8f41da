import { type RawBuilder, sql } from 'kysely'
import type { FrontierSql, LeasedHost } from '../sql/engine.js'
import type { Tables } from '../sql/tables.js'

/** The frontier's statements for many writers at once. */
export function postgresFrontier(clock: RawBuilder<number>): FrontierSql {
  return {
    lease: async (db, { worker, limit, gapMs, leaseMs }) => {
      const { rows } = await sql<LeasedHost>`
        with moment as materialized (select ${clock} as now),
        picked as (
          select host_name from hosts
          where ready_at <= (select now from moment)
          order by ready_at limit ${limit}
          for update skip locked
        )
        update hosts set
          next_at = moment.now + ${gapMs},
          lease_until = moment.now + ${leaseMs},
          lease_worker = ${worker}
        from picked, moment
        where hosts.host_name = picked.host_name
        returning hosts.host_name, lease_until, moment.now
      `.execute(db)
      return rows
    },
    due: async (db, { hosts, now, slotStart, each }) => {
      const { rows } = await sql<Tables['endpoints']>`
        select due.* from unnest(${hosts}::text[]) as asked (host_name)
        cross join lateral (
          select * from endpoints
          where endpoints.host_name = asked.host_name and due_at <= ${now}
            and (last_crawled_at is null or last_crawled_at < ${slotStart})
          order by due_at limit ${each}
        ) as due
      `.execute(db)
      return rows
    },
  }
}
