import { CompiledQuery, type RawBuilder, sql } from 'kysely'
import type { FrontierSql, LeasedHost } from '../sql/engine.js'
import type { Tables } from '../sql/tables.js'

// The correlated list of ids stands in for a lateral join: each host costs a
// look into an index, however many endpoints it has.
const DUE = `select endpoints.* from json_each(?) as asked cross join endpoints
  where endpoints.resource_id in (
    select resource_id from endpoints as its
    where its.host_name = asked.value and its.due_at <= ?
      and (its.last_crawled_at is null or its.last_crawled_at < ?)
    order by its.due_at limit ?
  )`

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
    due: async (db, { hosts, now, slotStart, each }) => {
      const { rows } = await db.executeQuery<Tables['endpoints']>(
        CompiledQuery.raw(DUE, [JSON.stringify(hosts), now, slotStart, each]),
      )
      return rows
    },
  }
}
