import { sql } from 'kysely'
import type { Delivery, WatchStore } from '../words/watches.js'
import { toColumn } from './column-text.js'
import type { Db, Engine } from './engine.js'
import { toEvent, toWatch } from './watch-rows.js'

type Leased = {
  readonly event_id: string
  readonly watch_id: string
  readonly attempts: number
}

/** Leases deliveries that are due, in one statement. */
export function leaseDeliveries(
  engine: Engine,
  limit: number,
  leaseMs: number,
): Promise<Delivery[]> {
  return engine.write(async (tx) => {
    const { rows } = await sql<Leased>`
      with picked as (
        select event_id, watch_id from deliveries
        where next_at <= ${engine.clock}
        order by next_at limit ${limit} ${engine.skipLocked}
      )
      update deliveries set
        attempts = attempts + 1, next_at = ${engine.clock} + ${leaseMs}
      from picked
      where deliveries.event_id = picked.event_id
        and deliveries.watch_id = picked.watch_id
      returning deliveries.event_id, deliveries.watch_id, attempts`.execute(tx)
    return rows.length === 0 ? [] : withEvents(tx, rows)
  })
}

/** Ends a lease: done, given up, or to be tried again at a time. */
export function finishDelivery(
  engine: Engine,
  eventId: string,
  watchId: string,
  { delivered, next_at }: Parameters<WatchStore['finishDelivery']>[2],
): Promise<void> {
  return engine.write(async (tx) => {
    const event = toColumn(eventId)
    const watch = toColumn(watchId)
    if (delivered || next_at === null)
      await tx
        .deleteFrom('deliveries')
        .where('event_id', '=', event)
        .where('watch_id', '=', watch)
        .execute()
    else
      await tx
        .updateTable('deliveries')
        .set({ next_at })
        .where('event_id', '=', event)
        .where('watch_id', '=', watch)
        .execute()
  })
}

async function withEvents(
  tx: Db,
  leased: readonly Leased[],
): Promise<Delivery[]> {
  const events = await tx
    .selectFrom('watch_events')
    .selectAll()
    .where('id', 'in', [...new Set(leased.map((one) => one.event_id))])
    .execute()
  const watches = await tx
    .selectFrom('watches')
    .selectAll()
    .where('id', 'in', [...new Set(leased.map((one) => one.watch_id))])
    .execute()
  const eventOf = new Map(events.map((row) => [row.id, row]))
  const watchOf = new Map(watches.map((row) => [row.id, row]))
  return leased.flatMap(({ event_id, watch_id, attempts }) => {
    const event = eventOf.get(event_id)
    const watch = watchOf.get(watch_id)
    return event === undefined || watch === undefined
      ? []
      : [{ event: toEvent(event), watch: toWatch(watch), attempts }]
  })
}
