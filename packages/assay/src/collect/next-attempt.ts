import type { AttemptReason } from './challenge-data.js'
import type { FetchResponse } from './net/fetch-types.js'
import { headerText } from './net/headers.js'

/** What the caller wants asked. Bodies are texts, sent as they are. */
export type ChallengeRequest = {
  readonly url: string
  /** Declared by the catalog or the caller; `GET` when absent. */
  readonly method?: string | undefined
  /** The caller's own body: what is going to be paid for. */
  readonly body?: string | undefined
  /** A sample that the seller itself declared. */
  readonly sampleBody?: string | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
  /**
   * `none`: exactly one request, as it is. `declared`: as `standard`, but a POST
   * only with the seller's own sample.
   */
  readonly followUps?: 'standard' | 'declared' | 'none' | undefined
}

export type Attempt = {
  readonly reason: AttemptReason
  readonly method: string
  readonly body: string | undefined
  readonly accept: string | undefined
}

/** The request that a check begins with. */
export function firstAttempt(request: ChallengeRequest): Attempt {
  const method = (request.method ?? 'GET').toUpperCase()
  const sample = takesBody(method) ? request.sampleBody : undefined
  const body = request.body ?? sample
  return { reason: 'first', method, body, accept: undefined }
}

/**
 * The next thing to try after an answer, each at most once, or undefined:
 * an HTML paywall is asked again for JSON only; a GET that a route does not
 * have becomes a POST; a body refused before payment gives way to the sample.
 */
export function nextAttempt(
  request: ChallengeRequest,
  done: readonly Attempt[],
  answer: FetchResponse,
): Attempt | undefined {
  const last = done.at(-1)
  if (last === undefined || request.followUps === 'none') return undefined
  const tried = (reason: AttemptReason) =>
    done.some((attempt) => attempt.reason === reason)
  if (isPagePaywall(answer) && !tried('not_a_browser'))
    return { ...last, reason: 'not_a_browser', accept: 'application/json' }
  const mayPost =
    request.followUps !== 'declared' || request.sampleBody !== undefined
  if (
    last.method === 'GET' &&
    isAbsent(answer.status) &&
    mayPost &&
    !tried('post')
  )
    return { ...last, reason: 'post', method: 'POST', body: postBody(request) }
  const sample = request.sampleBody
  const unsent = sample !== undefined && sample !== last.body
  const mayHaveBody = takesBody(last.method) || request.method === undefined
  if (
    isInvalid(answer.status) &&
    unsent &&
    mayHaveBody &&
    !tried('sample_body')
  )
    return {
      ...last,
      reason: 'sample_body',
      method: takesBody(last.method) ? last.method : 'POST',
      body: sample,
    }
  return undefined
}

/** Whether a follow-up's answer tells more than the one before it. */
export function tellsMore(
  reason: AttemptReason,
  answer: FetchResponse,
): boolean {
  const { status } = answer
  if (reason === 'not_a_browser')
    return status === 402 && !isPagePaywall(answer)
  if (status === 402 || (status >= 200 && status < 300)) return true
  // A route that objects to an empty body is there, and takes a POST.
  return reason === 'post' && OBJECTIONS.has(status)
}

const OBJECTIONS: ReadonlySet<number> = new Set([400, 401, 403, 415, 422, 429])

function takesBody(method: string): boolean {
  return method === 'POST' || method === 'PUT' || method === 'PATCH'
}

function postBody(request: ChallengeRequest): string {
  return request.body ?? request.sampleBody ?? ''
}

function isAbsent(status: number): boolean {
  return status === 404 || status === 405
}

function isInvalid(status: number): boolean {
  return status === 400 || status === 415 || status === 422
}

function isPagePaywall({ status, headers }: FetchResponse): boolean {
  return (
    status === 402 &&
    headerText(headers, 'payment-required') === undefined &&
    /^\s*text\/html/i.test(headerText(headers, 'content-type') ?? '')
  )
}
