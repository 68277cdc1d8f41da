import type { EvidenceKind, EvidenceRecord } from '@assay402/core'

export type StoredEvidence = {
  readonly record: EvidenceRecord
  /** Same for every retry of the same look; stored once. */
  readonly key: string
}

export type EvidenceStore = {
  /** Appends what is new by key, all or nothing; returns how many were new. */
  appendEvidence(records: readonly StoredEvidence[]): Promise<number>
  evidence(id: string): Promise<EvidenceRecord | undefined>
  /** Newest first. */
  evidenceOf(query: {
    readonly subject: string
    readonly kind?: EvidenceKind | undefined
    readonly until?: number | undefined
    readonly limit: number
  }): Promise<EvidenceRecord[]>
  /** In the order of appending, for rebuilding what is derived. */
  evidenceFrom(
    after: number,
    limit: number,
  ): Promise<{ readonly position: number; readonly record: EvidenceRecord }[]>
  /** Drops what is past its time and not held by a report; returns how many. */
  pruneEvidence(before: Readonly<Partial<Record<EvidenceKind, number>>>): Promise<number>
}
