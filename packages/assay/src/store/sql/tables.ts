import type { GeneratedAlways } from 'kysely'
import {
  type Counted,
  SERVICE_KEYS,
  type ServiceTables,
} from './service-tables.js'

/** Never written by us: the database counts or computes it. */
type Computed<T> = GeneratedAlways<T>

/** The tables as both engines have them after the last migration. */
export type Tables = ServiceTables & {
  clock: { id: number; offset_ms: number }
  schema_version: { version: number; applied_at: number }
  evidence: {
    position: Counted
    id: string
    key: string
    kind: string
    subject: string
    collected_ms: number
    /** Digits below the millisecond; they order like text. */
    collected_sub: string
    sha256: Buffer
    record: Buffer
  }
  bodies: { sha256: Buffer; content: Buffer }
  evidence_bodies: { sha256: Buffer; evidence_id: string }
  /** A row opens the door for `pruneEvidence`; SQLite only. */
  pruning: { id: number }
  endpoints: {
    resource_id: string
    resource: string
    url: string
    method: string
    catalog_key: string
    host: string
    host_name: string
    first_seen: number
    last_seen: number
    tags: string
    description: string | null
    sample_body: string | null
    /** When it is to be asked next; null: no source lists it now. */
    due_at: number | null
    last_crawled_at: number | null
  }
  hosts: {
    host_name: string
    /** Not to be asked before. */
    next_at: number
    /** The least `due_at` of its endpoints. */
    due_at: number | null
    lease_until: number
    lease_worker: string | null
    /** The latest of the three, null when nothing is due. */
    ready_at: Computed<number | null>
  }
  passes: {
    id: string
    source: string
    started_at: number
    finished_at: number | null
    reported_total: number | null
    read_count: number
    kept_count: number
    excluded: string
    status: string
    detail: string
  }
  listings: {
    span: Counted
    source: string
    resource_id: string
    pass_id: string
    first_seen: number
    last_seen: number
    terms_sha256: string
    /** 1 for the newest span of a source and resource. */
    newest: number
    /** 1 while the source lists it. */
    live: number
    listing: Buffer
  }
  listing_wallets: { span: number; wallet: string }
  observations: {
    evidence_id: string
    resource_id: string
    at: number
    origin: string
    result: string
    status: number | null
    challenge: string
    price_atomic: string | null
    network: string | null
    asset: string | null
    pay_to: string | null
    quote_atomic: string | null
    quality_code: string
  }
  scores: {
    rulebook: string
    version: string
    subject: string
    as_of: number
    score: number | null
    output: Buffer
  }
  category_quotes: {
    resource_id: string
    category: string
    host: string
    price_atomic: string
    at: number
  }
  registrations: {
    domain: string
    status: string
    registered_at: string | null
    reason: string | null
    fetched_at: number
    expires_at: number
  }
  list_snapshots: {
    id: string
    list: string
    source_url: string
    fetched_at: number
    published_at: string | null
    sha256: string
    entry_count: number
    parser: string
    status: string
    detail: string
    /** The snapshot under which the same entries were stored. */
    entries_id: string
  }
  list_entries: {
    snapshot_id: string
    key: string
    family: string
    entry: string
  }
  checks: {
    id: string
    at: number
    resource_id: string
    host: string
    url: string
    verdict: string
    decision: string
    report: Buffer
    bundle: Buffer | null
  }
  check_evidence: { check_id: string; sha256: Buffer }
  pins: {
    resource_id: string
    network: string
    pay_to: string
    since: number
  }
  watches: {
    id: string
    owner: string
    subject: string
    webhook: string
    secret: string
    created_at: number
    expires_at: number
  }
  watch_states: { subject: string; state: string }
  watch_events: {
    id: string
    key: string
    at: number
    subject: string
    kind: string
    state_before: string
    state_after: string
  }
  deliveries: {
    event_id: string
    watch_id: string
    attempts: number
    next_at: number
  }
}

/**
 * What an archive holds, in the order in which it can be put back, and the key
 * by which each table is read page by page.
 */
export const ARCHIVED_TABLES: Readonly<
  Partial<Record<keyof Tables, readonly string[]>>
> = {
  clock: ['id'],
  bodies: ['sha256'],
  evidence: ['position'],
  evidence_bodies: ['sha256', 'evidence_id'],
  endpoints: ['resource_id'],
  hosts: ['host_name'],
  passes: ['id'],
  listings: ['span'],
  listing_wallets: ['wallet', 'span'],
  observations: ['resource_id', 'at', 'evidence_id'],
  scores: ['rulebook', 'subject'],
  category_quotes: ['resource_id'],
  registrations: ['domain'],
  list_snapshots: ['id'],
  list_entries: ['snapshot_id', 'key', 'family', 'entry'],
  checks: ['id'],
  check_evidence: ['sha256', 'check_id'],
  pins: ['resource_id', 'network'],
  watches: ['id'],
  watch_states: ['subject'],
  watch_events: ['id'],
  deliveries: ['event_id', 'watch_id'],
  ...SERVICE_KEYS,
}
