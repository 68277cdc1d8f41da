import {
  type DeclaredSchema,
  declaredSchema,
  readChallenge,
} from '@assay402/core'
import { probeOf } from '../collect/index.js'
import { readStoredChallenge } from '../known/stored-challenge.js'
import type { EvidenceStore } from '../store/store.js'

/** What a seller declared may be so old. */
const DECLARED_MS = 30 * 86_400_000

/** The output schema of the newest challenge that is stored of a resource. */
export async function storedSchema(
  store: Pick<EvidenceStore, 'evidenceOf'>,
  resource: string,
  now: number,
): Promise<DeclaredSchema | undefined> {
  const stored = await readStoredChallenge(store, resource, now, DECLARED_MS)
  const probe = stored && probeOf(stored.data)
  return probe?.outcome === 'response'
    ? declaredSchema(readChallenge(probe).documents)
    : undefined
}
