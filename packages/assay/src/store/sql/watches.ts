import { sql } from 'kysely'
import type { WatchEvent, WatchStore } from '../words/watches.js'
import { fromColumn, toColumn } from './column-text.js'
import { finishDelivery, leaseDeliveries } from './deliveries.js'
import type { Engine } from './engine.js'
import { jsonText, toEvent, toWatch, watchRow } from './watch-rows.js'

/** Watches, events and deliveries in SQL: see the port. */
export function watchStore(engine: Engine): WatchStore {
  return {
    saveWatch: (watch) =>
      engine.write(async (tx) => {
        await tx
          .insertInto('watches')
          .values(watchRow(watch))
          .onConflict((conflict) =>
            conflict.column('id').doUpdateSet((eb) => ({
              webhook: eb.ref('excluded.webhook'),
              secret: eb.ref('excluded.secret'),
              expires_at: eb.ref('excluded.expires_at'),
            })),
          )
          .execute()
      }),
    watchesOf: (owner) =>
      engine.read(async (db) => {
        const rows = await db
          .selectFrom('watches')
          .selectAll()
          .where('owner', '=', toColumn(owner))
          .orderBy('created_at')
          .orderBy('id')
          .execute()
        return rows.map(toWatch)
      }),
    dropWatch: (id, owner) =>
      engine.write(async (tx) => {
        const { numDeletedRows } = await tx
          .deleteFrom('watches')
          .where('id', '=', toColumn(id))
          .where('owner', '=', toColumn(owner))
          .executeTakeFirst()
        if (numDeletedRows === 0n) return false
        await tx
          .deleteFrom('deliveries')
          .where('watch_id', '=', toColumn(id))
          .execute()
        return true
      }),
    watchedSubjects: (now) =>
      engine.read(async (db) => {
        const rows = await db
          .selectFrom('watches')
          .select('subject')
          .distinct()
          .where('expires_at', '>', now)
          .orderBy('subject')
          .execute()
        return rows.map(({ subject }) => fromColumn(subject))
      }),
    recordEvent: (event) => recordEvent(engine, event),
    eventsOf: (subject, limit) =>
      engine.read(async (db) => {
        const rows = await db
          .selectFrom('watch_events')
          .selectAll()
          .where('subject', '=', toColumn(subject))
          .orderBy('at', 'desc')
          .orderBy('id', 'desc')
          .limit(limit)
          .execute()
        return rows.map(toEvent)
      }),
    leaseDeliveries: (limit, leaseMs) =>
      leaseDeliveries(engine, limit, leaseMs),
    finishDelivery: (eventId, watchId, outcome) =>
      finishDelivery(engine, eventId, watchId, outcome),
    watchState: (subject) =>
      engine.read(async (db) => {
        const row = await db
          .selectFrom('watch_states')
          .select('state')
          .where('subject', '=', toColumn(subject))
          .executeTakeFirst()
        return row && (JSON.parse(row.state) as unknown)
      }),
    saveWatchState: (subject, state) =>
      engine.write(async (tx) => {
        await tx
          .insertInto('watch_states')
          .values({ subject: toColumn(subject), state: jsonText(state) })
          .onConflict((conflict) =>
            conflict
              .column('subject')
              .doUpdateSet((eb) => ({ state: eb.ref('excluded.state') })),
          )
          .execute()
      }),
  }
}

function recordEvent(engine: Engine, event: WatchEvent): Promise<boolean> {
  const id = toColumn(event.id)
  return engine.write(async (tx) => {
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('watch_events')
      .values({
        id,
        key: toColumn(event.key),
        at: event.at,
        subject: toColumn(event.subject),
        kind: toColumn(event.kind),
        state_before: jsonText(event.before),
        state_after: jsonText(event.after),
      })
      .onConflict((conflict) => conflict.column('key').doNothing())
      .executeTakeFirst()
    if (numInsertedOrUpdatedRows !== 1n) return false
    await sql`insert into deliveries (event_id, watch_id, attempts, next_at)
      select ${id}, id, 0, ${engine.clock} from watches
      where subject = ${toColumn(event.subject)}
        and expires_at > ${engine.clock}`.execute(tx)
    return true
  })
}
