import type { Watch, WatchEvent } from '../words/watches.js'
import { fromColumn, toColumn } from './column-text.js'
import type { Tables } from './tables.js'

/** A watch from its row. */
export function toWatch(row: Tables['watches']): Watch {
  return {
    id: fromColumn(row.id),
    owner: fromColumn(row.owner),
    subject: fromColumn(row.subject),
    webhook: fromColumn(row.webhook),
    secret: fromColumn(row.secret),
    created_at: row.created_at,
    expires_at: row.expires_at,
  }
}

/** An event from its row. */
export function toEvent(row: Tables['watch_events']): WatchEvent {
  return {
    id: fromColumn(row.id),
    key: fromColumn(row.key),
    at: row.at,
    subject: fromColumn(row.subject),
    kind: fromColumn(row.kind),
    before: JSON.parse(row.state_before),
    after: JSON.parse(row.state_after),
  }
}

/** The row of a watch. */
export function watchRow(watch: Watch): Tables['watches'] {
  return {
    id: toColumn(watch.id),
    owner: toColumn(watch.owner),
    subject: toColumn(watch.subject),
    webhook: toColumn(watch.webhook),
    secret: toColumn(watch.secret),
    created_at: watch.created_at,
    expires_at: watch.expires_at,
  }
}

/** JSON text, which has neither NUL nor lone surrogates: it escapes them. */
export function jsonText(value: unknown): string {
  return JSON.stringify(value ?? null)
}
