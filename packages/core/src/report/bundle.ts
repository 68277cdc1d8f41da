import { z } from 'zod'
import {
  type EvidenceRecord,
  evidenceRecordSchema,
} from '../evidence/record.js'
import { wellFormedJson } from '../json/well-formed.js'
import {
  type ListSnapshot,
  listSnapshotSchema,
  type Report,
  reportSchema,
} from './report.js'
import { sortedEvidence, sortedLists } from './report-of.js'

export const BUNDLE_SCHEMA_ID = 'assay-bundle/1'

/**
 * A report with everything it was made of: enough to recompute it offline.
 * Written as canonical JSON.
 */
export const bundleSchema = z.object({
  bundle: z.literal(BUNDLE_SCHEMA_ID),
  report: reportSchema,
  /** Every record in full; bodies as base64. */
  evidence: z.array(evidenceRecordSchema),
  /** The whole input of the decision. */
  decision_input: z.unknown(),
  /** The whole input of each rulebook that was judged, by its id. */
  rulebook_inputs: z.record(z.string(), z.unknown()),
  lists: z.array(listSnapshotSchema),
})

export type Bundle = z.output<typeof bundleSchema>

export type BundleParts = {
  readonly report: Report
  readonly evidence: readonly EvidenceRecord[]
  readonly decision_input: unknown
  readonly rulebook_inputs: Readonly<Record<string, unknown>>
  readonly lists: readonly ListSnapshot[]
}

/** Binds a report with what it was made of, evidence and lists sorted. */
export function buildBundle(parts: BundleParts): Bundle {
  return {
    bundle: BUNDLE_SCHEMA_ID,
    report: parts.report,
    evidence: sortedEvidence(parts.evidence),
    decision_input: wellFormedJson(parts.decision_input),
    rulebook_inputs: wellFormedJson({ ...parts.rulebook_inputs }),
    lists: sortedLists(parts.lists),
  }
}
