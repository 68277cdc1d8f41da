import type {
  ChallengeAnswer,
  ChallengeAttempt,
  ChallengeData,
  ChallengeTiming,
} from './challenge-data.js'
import type { FetchResult, FetchTiming } from './net/fetch-types.js'
import type { Attempt, ChallengeRequest } from './next-attempt.js'

/** Everything that a finished check knows. */
export type FinishedCheck = {
  readonly request: ChallengeRequest
  readonly attempt: Attempt
  readonly result: FetchResult
  readonly attempts: readonly ChallengeAttempt[]
  readonly requests: number
  readonly bodySha256: string | null
  readonly blockedBy: string | null
}

/** The evidence data of a finished check. */
export function challengeData(check: FinishedCheck): ChallengeData {
  const { request, attempt, result } = check
  return {
    url: request.url,
    final_url: result.url,
    requested_method: (request.method ?? 'GET').toUpperCase(),
    method: attempt.method,
    request_body_sha256: check.bodySha256,
    answer: answerOf(result),
    address: result.peer,
    redirects: result.hops.map(({ crossOrigin, peer, ...hop }) => ({
      ...hop,
      cross_origin: crossOrigin,
      address: peer,
    })),
    timing: timingOf(result.timing),
    attempts: check.attempts,
    requests: check.requests,
    blocked_by: check.blockedBy,
  }
}

/** The evidence data of a check that robots.txt forbids: nothing was asked. */
export function robotsBlockedChallenge(
  url: string,
  method: string,
): ChallengeData {
  return {
    url,
    final_url: url,
    requested_method: method.toUpperCase(),
    method: method.toUpperCase(),
    request_body_sha256: null,
    answer: { outcome: 'not_asked' },
    address: null,
    redirects: [],
    timing: {
      dns_ms: null,
      connect_ms: null,
      first_byte_ms: null,
      total_ms: 0,
    },
    attempts: [],
    requests: 0,
    blocked_by: 'robots',
  }
}

function answerOf(result: FetchResult): ChallengeAnswer {
  if (result.outcome !== 'response') {
    const { outcome, code, detail } = result
    return { outcome, code, detail }
  }
  return {
    outcome: 'response',
    status: result.status,
    headers: result.headers.map(([name, value]) => ({
      name,
      value_base64: Buffer.from(value, 'latin1').toString('base64'),
    })),
    body_base64: Buffer.from(result.body).toString('base64'),
    body_truncated: result.bodyEnd !== 'complete',
    body_end: result.bodyEnd,
    redirect_stopped: result.redirectStopped,
  }
}

function timingOf(timing: FetchTiming): ChallengeTiming {
  return {
    dns_ms: rounded(timing.dnsMs),
    connect_ms: rounded(timing.connectMs),
    first_byte_ms: rounded(timing.firstByteMs),
    total_ms: Math.round(timing.totalMs * 1_000) / 1_000,
  }
}

function rounded(ms: number | null): number | null {
  return ms === null ? null : Math.round(ms * 1_000) / 1_000
}
