import { endpointHealth, isInputError } from '@assay402/core'
import type { Observation } from '../store/store.js'

/**
 * How many of the newest usable observations of the crawler failed in a row.
 * Endpoint-health itself says what is usable. `observations` newest first.
 */
export function failedProbes(
  observations: readonly Observation[],
  method: string,
): number {
  let failed = 0
  for (const one of observations) {
    const word = usefulness(one, method)
    if (word === 'success') return failed
    if (word === 'failure') failed++
  }
  return failed
}

/** What endpoint-health makes of one observation of the crawler. */
export function usefulness(
  observation: Observation,
  method: string,
): 'success' | 'failure' | 'unknown' {
  if (observation.origin !== 'crawl') return 'unknown'
  const at = new Date(observation.at).toISOString()
  const { result, status, challenge } = observation
  const answer = endpointHealth.judge({
    now: at,
    advertised_method: method,
    observations: [{ at, result, status, challenge }],
  })
  if (isInputError(answer) || answer.usable_samples === 0) return 'unknown'
  return answer.successful_samples > 0 ? 'success' : 'failure'
}
