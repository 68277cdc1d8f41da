import type { Migration } from './migration.js'

/** Version 2: watches, and list snapshots that share their entries. */
export const second: Migration = {
  version: 2,
  statements: ({ int, text, byKey, table }) => [
    `alter table list_snapshots add column entries_id ${text} not null default ''`,
    'update list_snapshots set entries_id = id',
    `create table watches (
      id ${text} primary key,
      owner ${text} not null,
      subject ${text} not null,
      webhook ${text} not null,
      secret ${text} not null,
      created_at ${int} not null,
      expires_at ${int} not null
    )${table}`,
    'create index watches_by_owner on watches (owner, created_at)',
    'create index watches_by_subject on watches (subject)',
    `create table watch_states (subject ${text} primary key, state ${text} not null)${table}`,
    `create table watch_events (
      id ${text} primary key,
      key ${text} not null unique,
      at ${int} not null,
      subject ${text} not null,
      kind ${text} not null,
      state_before ${text} not null,
      state_after ${text} not null
    )${table}`,
    'create index watch_events_by_subject on watch_events (subject, at)',
    `create table deliveries (
      event_id ${text} not null,
      watch_id ${text} not null,
      attempts ${int} not null,
      next_at ${int} not null,
      primary key (event_id, watch_id)
    )${byKey}`,
    'create index deliveries_by_time on deliveries (next_at)',
    'create index deliveries_by_watch on deliveries (watch_id)',
  ],
}
