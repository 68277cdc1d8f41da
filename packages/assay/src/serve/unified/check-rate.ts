import type { Caller } from '../answer.js'
import { ProblemError } from '../problem.js'
import type { Service } from '../service.js'

/** Checks that one caller may start anew in a minute; kept answers are free. */
export const CHECK_RATE = {
  without_key: 120,
  with_key: 1_200,
  window_ms: 60_000,
} as const

const MOST_CALLERS = 20_000

/**
 * Refuses (429) callers that would make us work without end. Neither for exempt
 * keys nor on an open service. It protects this process, and counts in it.
 */
export function createCheckRate({
  clock,
  settings,
}: Pick<Service, 'clock' | 'settings'>): (caller: Caller) => void {
  let counts = new Map<string, number>()
  let ends = Number.NEGATIVE_INFINITY
  return ({ key, address_sha256 }) => {
    if (settings.open || key?.tier === 'exempt') return
    const now = clock()
    if (now >= ends || counts.size >= MOST_CALLERS) {
      counts = new Map()
      ends = now + CHECK_RATE.window_ms
    }
    const who = key?.id ?? address_sha256
    const most = key === null ? CHECK_RATE.without_key : CHECK_RATE.with_key
    const used = counts.get(who) ?? 0
    if (used >= most) throw tooMany(most, ends - now)
    counts.set(who, used + 1)
  }
}

function tooMany(most: number, waitMs: number): ProblemError {
  return new ProblemError({
    status: 429,
    code: 'too_many_checks',
    detail: `at most ${most} new checks a minute; an API key allows ${CHECK_RATE.with_key}`,
    retry_after: Math.max(1, Math.ceil(waitMs / 1_000)),
  })
}
