import { type EvidenceRecord, isObject } from '@assay402/core'
import { type ChallengeData, probeOf } from '../collect/index.js'
import { shapedCollector } from '../observe/shaped.js'
import type { EvidenceStore } from '../store/store.js'

/** A challenge as it is stored. */
export type StoredChallenge = {
  readonly record: EvidenceRecord
  readonly data: ChallengeData
}

/** Records of a resource that are searched for one that says something. */
const SEARCHED = 10

/**
 * The newest stored challenge of a resource that is the seller's own word and
 * not older than `maxAgeMs`; undefined when there is none.
 */
export async function readStoredChallenge(
  store: Pick<EvidenceStore, 'evidenceOf'>,
  resource: string,
  now: number,
  maxAgeMs: number,
): Promise<StoredChallenge | undefined> {
  const records = await store.evidenceOf({
    subject: resource,
    kind: 'challenge',
    until: now,
    limit: SEARCHED,
  })
  return records
    .flatMap((record) => read(record) ?? [])
    .find(({ record }) => Date.parse(record.collected_at) > now - maxAgeMs)
}

function read(record: EvidenceRecord): StoredChallenge | undefined {
  if (record.status !== 'collected' || !isObject(record.data)) return undefined
  // Written by our own collectors and kept under its digest.
  const data = record.data as unknown as ChallengeData
  const isSellersWord = record.collector.id !== shapedCollector.id
  return isSellersWord && probeOf(data) !== undefined
    ? { record, data }
    : undefined
}
