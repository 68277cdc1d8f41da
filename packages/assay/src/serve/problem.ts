import type { ContentfulStatusCode } from 'hono/utils/http-status'

/** RFC 9457 problem details, with the members that all our errors share. */
export type Problem = {
  readonly type: string
  readonly title: string
  readonly status: number
  readonly detail: string
  /** For programs; never changes its meaning. */
  readonly code: string
  /** What was wrong in the request, as a dotted path. */
  readonly field?: string
  /** What would have been right there. */
  readonly example?: unknown
  /** Seconds. */
  readonly retry_after?: number
  readonly request_id?: string
}

export type ProblemFields = {
  readonly status: number
  readonly code: string
  readonly detail: string
  readonly field?: string | undefined
  readonly example?: unknown
  readonly retry_after?: number | undefined
}

/** Thrown by an action or a route; the app answers it as a problem. */
export class ProblemError extends Error {
  readonly problem: Problem

  constructor(fields: ProblemFields) {
    super(fields.detail)
    this.name = 'ProblemError'
    this.problem = problemOf(fields)
  }
}

/** A problem with its title and without the members that were not given. */
export function problemOf(fields: ProblemFields): Problem {
  const { status, code, detail, field, example, retry_after } = fields
  return {
    type: `about:blank#${code}`,
    title: TITLES[status] ?? 'Error',
    status,
    detail,
    code,
    ...(field !== undefined && { field }),
    ...(example !== undefined && { example }),
    ...(retry_after !== undefined && { retry_after }),
  }
}

/** The answer that carries a problem. */
export function problemResponse(
  problem: Problem,
  requestId?: string,
  headers: Readonly<Record<string, string>> = {},
): Response {
  const body =
    requestId === undefined ? problem : { ...problem, request_id: requestId }
  return new Response(JSON.stringify(body), {
    status: problem.status as ContentfulStatusCode,
    headers: {
      'content-type': 'application/problem+json',
      'cache-control': 'no-store',
      ...(problem.retry_after !== undefined && {
        'retry-after': String(problem.retry_after),
      }),
      ...headers,
    },
  })
}

const TITLES: Readonly<Record<number, string>> = {
  400: 'Bad request',
  401: 'Not authenticated',
  402: 'Payment required',
  403: 'Forbidden',
  404: 'Not found',
  405: 'Method not allowed',
  409: 'Conflict',
  410: 'Gone',
  413: 'Content too large',
  414: 'URI too long',
  415: 'Unsupported media type',
  422: 'Unprocessable content',
  429: 'Too many requests',
  431: 'Request header fields too large',
  500: 'Our fault',
  501: 'Not implemented',
  502: 'Bad gateway',
  503: 'Not available now',
  504: 'Out of time',
}
