import type { Observation } from '../store/store.js'
import { BACKOFF, RETRY_AFTER_MOST_MS, SILENT_FAILURES } from './policy.js'

/** What asking a host came to, as far as its next turn is concerned. */
export type HostAnswer = {
  /** `answered`: by any status that is no plea to come later. */
  readonly kind: 'answered' | 'silent' | 'pleaded' | 'robots_unreachable'
  readonly retryAfterS: number | null
}

/** Pleas to come later: RFC 9110's 429 and 503. */
const PLEAS: ReadonlySet<number> = new Set([429, 503])

/** When an endpoint that was looked at is due again: in the next slot. */
export function dueAgain(lookedAt: number, slotMs: number): number {
  return (Math.floor(lookedAt / slotMs) + 1) * slotMs
}

/** What an observation says of its host. */
export function hostAnswer(
  { result, status }: Pick<Observation, 'result' | 'status'>,
  retryAfterS: number | null,
): HostAnswer {
  const silent = result === 'network_error' || result === 'timeout'
  const pleads = status !== null && PLEAS.has(status)
  const kind = silent ? 'silent' : pleads ? 'pleaded' : 'answered'
  return { kind, retryAfterS }
}

/**
 * How long a host is left alone beyond its gap: as long as it asks; longer
 * with each failure in a row when it pleads without a time, stays silent or has
 * no robots.txt to be had. `failures` counts this one.
 */
export function restAfter(
  { kind, retryAfterS }: HostAnswer,
  failures: number,
): number {
  if (kind === 'answered') return 0
  if (kind !== 'silent' && retryAfterS !== null)
    return Math.min(retryAfterS * 1_000, RETRY_AFTER_MOST_MS)
  const counted = kind === 'silent' ? failures - SILENT_FAILURES + 1 : failures
  if (counted < 1) return 0
  return Math.min(BACKOFF.firstMs * 2 ** (counted - 1), BACKOFF.mostMs)
}
