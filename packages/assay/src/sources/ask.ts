import type { FetchResult, SafeFetch } from '../collect/index.js'
import { retryAfterSeconds, textOfBytes } from '../collect/index.js'
import { type Admit, fetchAdmitted, NOT_ADMITTED } from './fetch-admitted.js'
import { SOURCE_LIMITS } from './limits.js'

export type SourceTools = {
  readonly fetch: SafeFetch
  /** Epoch milliseconds; only for a Retry-After that is a date. */
  readonly now: () => number
  /** Resolves after the time, or as soon as the signal is aborted. */
  readonly wait: (ms: number, signal?: AbortSignal) => Promise<void>
  /** Asked before each request, retries and redirects included. */
  readonly admit?: Admit | undefined
}

export type Answer =
  | { readonly ok: true; readonly text: string; readonly bytes: number }
  | { readonly ok: false; readonly code: string; readonly detail: string }

export type Question = {
  readonly url: string
  readonly accept: string
  readonly bodyBytes: number
  readonly wholeMs: number
  readonly signal?: AbortSignal | undefined
}

/**
 * Asks for a document. What may pass is asked again, at most 4 times in all,
 * after what Retry-After says (up to 2 minutes) or after 1, 2, 4 seconds. What
 * is not admitted is not asked: `not_admitted`.
 */
export async function ask(
  tools: SourceTools,
  question: Question,
): Promise<Answer> {
  for (let attempt = 1; ; attempt++) {
    const result = await fetchAdmitted(tools, {
      url: question.url,
      headers: { accept: question.accept },
      limits: {
        bodyBytes: question.bodyBytes,
        wholeMs: question.wholeMs,
        firstByteMs: Math.min(SOURCE_LIMITS.first_byte_ms, question.wholeMs),
      },
      signal: question.signal,
    })
    if (result === NOT_ADMITTED)
      return question.signal?.aborted ? ABORTED : FORBIDDEN
    const answer = answerOf(result)
    const isLast = attempt === SOURCE_LIMITS.attempts
    if (answer.ok || isLast || !mayPass(result)) return answer
    const ms = waitMs(tools, result, attempt)
    if (ms > SOURCE_LIMITS.retry_after_ms) return answer
    await tools.wait(ms, question.signal)
    if (question.signal?.aborted) return ABORTED
  }
}

const PASSING_STATUS: ReadonlySet<number> = new Set([
  408, 425, 429, 500, 502, 503, 504,
])
const ABORTED: Answer = { ok: false, code: 'aborted', detail: 'stopped' }
const FORBIDDEN: Answer = {
  ok: false,
  code: NOT_ADMITTED,
  detail: 'its host must not be asked',
}

function mayPass(result: FetchResult): boolean {
  return result.outcome === 'response'
    ? PASSING_STATUS.has(result.status)
    : result.outcome !== 'refused' && result.code !== 'aborted'
}

function answerOf(result: FetchResult): Answer {
  if (result.outcome !== 'response')
    return { ok: false, code: result.code, detail: result.detail }
  const { status, body, bodyEnd } = result
  if (status !== 200)
    return { ok: false, code: `http_${status}`, detail: `status ${status}` }
  if (bodyEnd === 'cap')
    return { ok: false, code: 'too_large', detail: `over ${body.length} bytes` }
  if (bodyEnd !== 'complete')
    return { ok: false, code: 'body_cut_off', detail: bodyEnd }
  return { ok: true, text: textOfBytes(body), bytes: body.length }
}

function waitMs(
  tools: SourceTools,
  result: FetchResult,
  attempt: number,
): number {
  const backoff = SOURCE_LIMITS.first_backoff_ms * 2 ** (attempt - 1)
  if (result.outcome !== 'response') return backoff
  const asked = retryAfterSeconds(result.headers, tools.now())
  return asked === undefined ? backoff : asked * 1_000
}
