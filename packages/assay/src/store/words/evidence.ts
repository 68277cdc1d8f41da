import type { EvidenceKind, EvidenceRecord } from '@assay402/core'
import type { Observation } from './observation.js'

/** A sealed record and the key that makes a retry the same look. */
export type StoredEvidence = {
  readonly record: EvidenceRecord
  /** Same for every retry of the same look; stored once. */
  readonly key: string
}

/** A look and what it counts for. */
export type ObservedEvidence = {
  readonly evidence: StoredEvidence
  readonly observation: Observation
}

/** What was seen, append-only. */
export type EvidenceStore = {
  /**
   * Appends what is new by key, all or nothing; returns how many were new.
   * Acknowledged evidence survives a kill of the process.
   */
  appendEvidence(records: readonly StoredEvidence[]): Promise<number>
  /**
   * Appends looks together with their observations in one transaction. A look
   * that is known by its key brings no second observation. Returns how many
   * were new.
   */
  appendObserved(looks: readonly ObservedEvidence[]): Promise<number>
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
  pruneEvidence(
    before: Readonly<Partial<Record<EvidenceKind, number>>>,
  ): Promise<number>
}
