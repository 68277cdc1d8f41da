import { sha256Hex } from '@assay402/core'
import { botWallOf } from './bot-walls.js'
import type { ChallengeAttempt, ChallengeData } from './challenge-data.js'
import { challengeData } from './challenge-record.js'
import type { FetchResult } from './net/fetch-types.js'
import { headerText } from './net/headers.js'
import { MAX_REDIRECTS, type SafeFetch } from './net/safe-fetch.js'
import { textOfBytes } from './net/text.js'
import {
  type Attempt,
  type ChallengeRequest,
  firstAttempt,
  nextAttempt,
  tellsMore,
} from './next-attempt.js'

export type ChallengeTools = {
  readonly fetch: SafeFetch
  /** Monotonic milliseconds. */
  readonly clock: () => number
  /** For the whole check, 8 000 ms when absent. */
  readonly timeoutMs?: number | undefined
  readonly signal?: AbortSignal | undefined
}

/** Named in the evidence record of kind `challenge`. */
export const challengeCollector = { id: 'challenge', version: '1' } as const

/** HTTP requests of one check at most, redirects included. */
export const MAX_REQUESTS = 4

/**
 * Asks a resource for its payment challenge without paying, by at most 4
 * requests and within the time given. Never rejects: whatever the seller does
 * is the result.
 */
export async function collectChallenge(
  request: ChallengeRequest,
  tools: ChallengeTools,
): Promise<ChallengeData> {
  const check = createCheck(request, tools)
  let last = await check.run(firstAttempt(request))
  let kept = last
  while (last.result.outcome === 'response' && last.wall === null) {
    const next = nextAttempt(request, check.done, last.result)
    if (next === undefined || check.spent()) break
    last = await check.run(next)
    const { result } = last
    if (result.outcome !== 'response' || last.wall !== null) break
    if (tellsMore(next.reason, result)) kept = last
  }
  const { attempt, result, wall } = kept
  return challengeData({
    request,
    attempt,
    result,
    attempts: check.log,
    requests: check.requests(),
    bodySha256: attempt.body === undefined ? null : sha256Hex(attempt.body),
    blockedBy: wall,
  })
}

const DEFAULT_TIMEOUT_MS = 8_000

type Asked = {
  readonly attempt: Attempt
  readonly result: FetchResult
  readonly wall: string | null
}

function createCheck(request: ChallengeRequest, tools: ChallengeTools) {
  const { clock, fetch, signal } = tools
  const ends = clock() + (tools.timeoutMs ?? DEFAULT_TIMEOUT_MS)
  const done: Attempt[] = []
  const log: ChallengeAttempt[] = []
  const requests = () => log.reduce((sum, entry) => sum + entry.requests, 0)
  return {
    done,
    log,
    requests,
    spent: () => requests() >= MAX_REQUESTS || clock() >= ends,
    async run(attempt: Attempt): Promise<Asked> {
      const left = MAX_REQUESTS - requests()
      const leftMs = Math.max(1, Math.ceil(ends - clock()))
      const result = await fetch({
        url: request.url,
        method: attempt.method,
        headers: headersOf(request, attempt),
        body: attempt.body,
        maxRedirects: Math.min(MAX_REDIRECTS, left - 1),
        limits: { wholeMs: leftMs, firstByteMs: leftMs },
        signal,
      })
      done.push(attempt)
      log.push(logEntry(attempt, result))
      return { attempt, result, wall: wallOf(result) }
    },
  }
}

function headersOf(
  request: ChallengeRequest,
  { accept }: Attempt,
): Record<string, string> {
  return { ...request.headers, ...(accept === undefined ? {} : { accept }) }
}

function logEntry(attempt: Attempt, result: FetchResult): ChallengeAttempt {
  const { reason, method } = attempt
  const answered = result.outcome === 'response'
  const asked = answered || result.timing.connectMs !== null ? 1 : 0
  return {
    reason,
    method,
    outcome: result.outcome,
    status: answered ? result.status : null,
    code: answered ? null : result.code,
    requests: result.hops.length + asked,
    total_ms: Math.round(result.timing.totalMs * 1_000) / 1_000,
  }
}

function wallOf(result: FetchResult): string | null {
  if (result.outcome !== 'response') return null
  let page: string | undefined
  return botWallOf(
    result.status,
    (name) => headerText(result.headers, name),
    () => {
      page ??= textOfBytes(result.body)
      return page
    },
  )
}
