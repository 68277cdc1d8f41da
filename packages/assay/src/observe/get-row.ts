import type { ChallengeAttempt, ChallengeData } from '../collect/index.js'
import type { Observation } from '../store/store.js'

/** What one request counts for in endpoint-health. */
export type GetRow = Pick<Observation, 'result' | 'status' | 'challenge'>

/**
 * The row of the GET that was sent: `kept` when the kept answer is one, else
 * the last GET before it, which had no challenge. Without any GET it says
 * nothing.
 */
export function getRowOf(data: ChallengeData, kept: GetRow): GetRow {
  if (data.method === 'GET' || kept.result === 'robots_blocked') return kept
  const asked = data.attempts.findLast(({ method }) => method === 'GET')
  if (asked === undefined)
    return { result: 'response', status: null, challenge: 'none' }
  return { ...outcomeOf(asked), challenge: 'none' }
}

function outcomeOf({
  outcome,
  status,
}: ChallengeAttempt): Pick<GetRow, 'result' | 'status'> {
  if (outcome === 'response') return { result: 'response', status }
  if (outcome === 'timeout') return { result: 'timeout', status: null }
  return {
    result: outcome === 'unreachable' ? 'network_error' : 'robots_blocked',
    status: null,
  }
}
