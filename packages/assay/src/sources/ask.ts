import type { FetchResponse, SafeFetch } from '../collect/index.js'
import { retryAfterSeconds, textOfBytes } from '../collect/index.js'
import { SOURCE_LIMITS } from './limits.js'

export type SourceTools = {
  readonly fetch: SafeFetch
  /** Epoch milliseconds; only for a Retry-After that is a date. */
  readonly now: () => number
  /** Resolves after the time, or as soon as the signal is aborted. */
  readonly wait: (ms: number, signal?: AbortSignal) => Promise<void>
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
 * after what Retry-After says (up to 2 minutes) or after 1, 2, 4 seconds.
 */
export async function ask(
  tools: SourceTools,
  question: Question,
): Promise<Answer> {
  for (let attempt = 1; ; attempt++) {
    const result = await tools.fetch({
      url: question.url,
      headers: { accept: question.accept },
      limits: {
        bodyBytes: question.bodyBytes,
        wholeMs: question.wholeMs,
        firstByteMs: Math.min(SOURCE_LIMITS.first_byte_ms, question.wholeMs),
      },
      signal: question.signal,
    })
    const answer: Answer =
      result.outcome === 'response'
        ? answerOf(result)
        : { ok: false, code: result.code, detail: result.detail }
    const passing =
      result.outcome === 'response'
        ? PASSING_STATUS.has(result.status)
        : result.outcome !== 'refused' && result.code !== 'aborted'
    if (answer.ok || !passing || attempt === SOURCE_LIMITS.attempts)
      return answer
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

function answerOf(response: FetchResponse): Answer {
  const { status, body, bodyEnd } = response
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
  result: Awaited<ReturnType<SafeFetch>>,
  attempt: number,
): number {
  const backoff = SOURCE_LIMITS.first_backoff_ms * 2 ** (attempt - 1)
  if (result.outcome !== 'response') return backoff
  const asked = retryAfterSeconds(result.headers, tools.now())
  return asked === undefined ? backoff : asked * 1_000
}
