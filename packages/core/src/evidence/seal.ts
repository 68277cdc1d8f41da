import { digestOf } from '../json/digest.js'
import type { EvidenceRecord } from './record.js'

/** A record before its digest is known. */
export type UnsealedEvidence = EvidenceRecord extends infer Each
  ? Each extends EvidenceRecord
    ? Omit<Each, 'sha256'>
    : never
  : never

/**
 * The record with its digest. Throws TypeError on data that JSON cannot say
 * (lone surrogates, NaN, more than 200 levels).
 */
export function sealEvidence(record: UnsealedEvidence): EvidenceRecord {
  return { ...record, sha256: evidenceSha256(record) }
}

/** SHA-256 of the canonical JSON of a record without `id` and `sha256`. */
export function evidenceSha256(record: object): string {
  return digestOf({ ...record, id: undefined, sha256: undefined })
}
