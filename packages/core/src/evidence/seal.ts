import { canonicalJson } from '../json/canonical.js'
import { sha256Hex } from '../json/digest.js'
import type { EvidenceRecord } from './record.js'

/** A record before its digest is known. */
export type UnsealedEvidence = EvidenceRecord extends infer Each
  ? Each extends EvidenceRecord
    ? Omit<Each, 'sha256'>
    : never
  : never

/**
 * The record with its digest; `sha256` may be a faster one of the platform's
 * (UTF-8 text to lower-case hex). Throws TypeError on data that JSON cannot say
 * (lone surrogates, NaN, more than 200 levels).
 */
export function sealEvidence(
  record: UnsealedEvidence,
  sha256: (text: string) => string = sha256Hex,
): EvidenceRecord {
  return { ...record, sha256: evidenceSha256(record, sha256) }
}

/** SHA-256 of the canonical JSON of a record without `id` and `sha256`. */
export function evidenceSha256(
  record: object,
  sha256: (text: string) => string = sha256Hex,
): string {
  return sha256(canonicalJson({ ...record, id: undefined, sha256: undefined }))
}
