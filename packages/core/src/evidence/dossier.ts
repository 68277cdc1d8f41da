import { compareInstants, type Instant, parseInstant } from '../time/instant.js'
import type { EvidenceKind, EvidenceRecord } from './record.js'

type Collected = Extract<EvidenceRecord, { status: 'collected' }>
type NotCollected = Exclude<EvidenceRecord, Collected>

/** What is known of one kind about one subject. */
export type DossierEntry = {
  readonly kind: EvidenceKind
  readonly subject: string
  /** The newest collected record; null: unknown, `failure` says why. */
  readonly record: Collected | null
  /** The newest attempt that gave nothing, when it is newer than `record`. */
  readonly failure: NotCollected | null
}

/** The evidence chosen as of a moment, sorted by kind and subject. */
export type Dossier = readonly DossierEntry[]

/**
 * Chooses, per kind and subject, the newest usable record at or before `asOf`.
 * Usable is what was collected. Of equal times the greater id is the newer, so
 * the order of `records` means nothing. n log n.
 */
export function dossier(
  records: readonly EvidenceRecord[],
  asOf: Instant,
): Dossier {
  const known = records
    .map((record) => ({ record, at: parseInstant(record.collected_at) }))
    .filter((dated): dated is Dated => isKnown(dated.at, asOf))
    .sort(newestFirst)
  const entries = new Map<string, DossierEntry>()
  for (const { record } of known) {
    const key = `${record.kind} ${record.subject}`
    entries.set(key, withRecord(entries.get(key), record))
  }
  return [...entries]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, entry]) => entry)
}

/** The entry of one kind about one subject, if anything is known of it. */
export function entryOf(
  entries: Dossier,
  kind: EvidenceKind,
  subject: string,
): DossierEntry | undefined {
  return entries.find(
    (entry) => entry.kind === kind && entry.subject === subject,
  )
}

type Dated = { readonly record: EvidenceRecord; readonly at: Instant }

function isKnown(at: Instant | undefined, asOf: Instant): at is Instant {
  return at !== undefined && compareInstants(at, asOf) <= 0
}

function newestFirst(a: Dated, b: Dated): number {
  const byTime = compareInstants(b.at, a.at)
  if (byTime !== 0) return byTime
  return a.record.id < b.record.id ? 1 : -1
}

function withRecord(
  entry: DossierEntry | undefined,
  record: EvidenceRecord,
): DossierEntry {
  const { kind, subject } = record
  const so = entry ?? { kind, subject, record: null, failure: null }
  if (so.record !== null) return so
  if (record.status === 'collected') return { ...so, record }
  return so.failure === null ? { ...so, failure: record } : so
}
