import { sql } from 'kysely'
import type { Registration, RegistrationStore } from '../words/registration.js'
import {
  fromColumn,
  fromColumnOrNull,
  toColumn,
  toColumnOrNull,
} from './column-text.js'
import type { Engine } from './engine.js'

/** What registries said, in SQL: see the port. */
export function registrationStore(engine: Engine): RegistrationStore {
  return {
    registration: (domain, at) =>
      engine.read(async (db) => {
        const row = await db
          .selectFrom('registrations')
          .selectAll()
          .where('domain', '=', toColumn(domain))
          .where('expires_at', '>', at)
          .executeTakeFirst()
        return (
          row && {
            domain: fromColumn(row.domain),
            status: row.status as Registration['status'],
            registered_at: fromColumnOrNull(row.registered_at),
            reason: fromColumnOrNull(row.reason),
            fetched_at: row.fetched_at,
            expires_at: row.expires_at,
          }
        )
      }),
    saveRegistration: (registration) =>
      engine.write(async (tx) => {
        await sql`insert into registrations
            (domain, status, registered_at, reason, fetched_at, expires_at)
          values (${toColumn(registration.domain)}, ${registration.status},
            ${toColumnOrNull(registration.registered_at)},
            ${toColumnOrNull(registration.reason)},
            ${registration.fetched_at}, ${registration.expires_at})
          on conflict (domain) do update set
            status = excluded.status, registered_at = excluded.registered_at,
            reason = excluded.reason, fetched_at = excluded.fetched_at,
            expires_at = excluded.expires_at
          where registrations.fetched_at <= excluded.fetched_at`.execute(tx)
      }),
  }
}
