import {
  addMs,
  compareInstants,
  HOUR_MS,
  type Instant,
} from '../../time/instant.js'
import { knownDate } from '../../time/known-date.js'
import { REASONS, THRESHOLDS } from './data.js'

/** The body of a 503: nothing is settled for it. */
export type AnswerUnavailable = {
  readonly error: {
    readonly code: 'ANSWER_UNAVAILABLE'
    readonly message: string
    /** Seconds, 60 to 86 400; also the `Retry-After` header. */
    readonly retry_after: number
  }
}

/**
 * True while a score may be sold: at most 24 h after its `updated_at`. One that
 * is unreadable or later than `now` is never fresh.
 */
export function isFreshScore(updatedAt: unknown, now: Instant): boolean {
  const at = knownDate(typeof updatedAt === 'string' ? updatedAt : null, now)
  if (at === undefined) return false
  const until = addMs(at, THRESHOLDS.fresh_hours.value * HOUR_MS)
  return compareInstants(now, until) <= 0
}

/** The answer for a subject without a fresh score; seconds are kept in range. */
export function answerUnavailable(
  retryAfterSeconds: number,
): AnswerUnavailable {
  const { retry_after_min: min, retry_after_max: max } = THRESHOLDS
  // NaN is no number of seconds: the longest wait is the safe one.
  const seconds = Number.isNaN(retryAfterSeconds)
    ? max.value
    : Math.ceil(retryAfterSeconds)
  return {
    error: {
      code: 'ANSWER_UNAVAILABLE',
      message: REASONS.ANSWER_UNAVAILABLE.text,
      retry_after: Math.min(Math.max(seconds, min.value), max.value),
    },
  }
}
