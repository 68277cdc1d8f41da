import {
  type EvidenceKind,
  type EvidenceRecord,
  sealEvidence,
  wellFormedJson,
} from '@assay402/core'
import { isoOf } from '../questions/iso.js'
import { ulid } from './ids.js'

/** What a record is sealed with. */
export type SealTools = {
  readonly now: () => number
  readonly randomBytes: (count: number) => Uint8Array
}

export type Sighting = {
  readonly kind: EvidenceKind
  readonly subject: string
  readonly collector: EvidenceRecord['collector']
  readonly data: object
  /** Epoch milliseconds; now when absent. */
  readonly at?: number | undefined
}

/** Makes an evidence record of something that was collected. */
export function sealed(
  { kind, subject, collector, data, at }: Sighting,
  tools: SealTools,
): EvidenceRecord {
  return sealEvidence({
    id: ulid(tools.now(), tools.randomBytes(10)),
    kind,
    subject,
    collected_at: isoOf(at ?? tools.now()),
    collector,
    status: 'collected',
    // Plain JSON by construction; the schema says so again when it is read.
    data: JSON.parse(JSON.stringify(wellFormedJson(data))),
  })
}
