import { isObject } from '@assay402/core'
import type { ObservationStore, StoredScore } from '../store/store.js'

/** Kept among the scores, since the observations it comes from are pruned. */
const SETTLED = 'settled-pay-to'

/** Networks on which an endpoint is known to have kept one wallet for 7 days. */
export async function settledNetworks(
  store: Pick<ObservationStore, 'scoreOf'>,
  resourceId: string,
): Promise<ReadonlySet<string>> {
  const output = (await store.scoreOf(SETTLED, resourceId))?.output
  if (!isObject(output) || !Array.isArray(output['networks'])) return new Set()
  return new Set(output['networks'].filter((one) => typeof one === 'string'))
}

/** The row that remembers them. */
export function settledScore(
  resourceId: string,
  networks: ReadonlySet<string>,
  asOf: number,
): StoredScore {
  return {
    rulebook: SETTLED,
    version: '1',
    subject: resourceId,
    as_of: asOf,
    score: null,
    output: { networks: [...networks].sort() },
  }
}
