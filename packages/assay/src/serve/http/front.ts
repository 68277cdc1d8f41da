import type { Context, MiddlewareHandler } from 'hono'
import { matchedRoutes } from 'hono/route'
import type { ServiceEnv } from '../answer.js'
import { problemOf, problemResponse } from '../problem.js'
import {
  COMMON_HEADERS,
  DEFAULT_HEADERS,
  JSON_HEADERS,
  preflightedOrigin,
} from './headers.js'
import { LIMITS } from './limits.js'
import type { Telling } from './telling.js'

export type FrontOptions = {
  readonly telling: Telling
  /** Paths on which HEAD would run what has to be paid for, or a probe. */
  readonly refusesHead: (path: string) => boolean
}

/**
 * Around every request: its id, its line in the log, its figures, the headers
 * of every answer, and what is refused before anything else is asked.
 */
export function front(options: FrontOptions): MiddlewareHandler<ServiceEnv> {
  const { telling } = options
  return async (c, next) => {
    const told = telling.begin(c.req.header('x-request-id'))
    const { id } = told
    c.set('requestId', id)
    try {
      const early = refusal(c, id, options)
      if (early === undefined) await next()
      else c.res = early
      if (c.get('dressed') !== true) dress(c, id)
    } finally {
      const { method } = c.req
      telling.end(told, { method, route: routeOf(c), status: c.res.status })
    }
  }
}

/**
 * A JSON answer with every header it needs: for those that are kept ready, where
 * each header that is set later costs as much as the rest of the answer.
 */
export function dressedJson(
  c: Context<ServiceEnv>,
  bytes: Uint8Array<ArrayBuffer>,
): Response {
  c.set('dressed', true)
  const headers = { ...JSON_HEADERS, 'x-request-id': c.get('requestId') }
  return new Response(bytes, { headers })
}

function refusal(
  c: Context<ServiceEnv>,
  id: string,
  { refusesHead }: FrontOptions,
): Response | undefined {
  const { method } = c.req
  if (method === 'OPTIONS') return preflightedOrigin(id)
  if (c.req.url.length > LIMITS.urlCharacters)
    return problemResponse(
      problemOf({
        status: 414,
        code: 'uri_too_long',
        detail: `the URL is longer than ${LIMITS.urlCharacters} characters`,
      }),
      id,
    )
  if (method === 'HEAD' && refusesHead(c.req.path))
    return problemResponse(
      problemOf({
        status: 405,
        code: 'method_not_allowed',
        detail: 'HEAD would do the work of this path without an answer',
      }),
      id,
      { allow: 'GET, POST, OPTIONS' },
    )
  return undefined
}

function dress(c: Context<ServiceEnv>, id: string): void {
  const { headers } = c.res
  for (const name in COMMON_HEADERS)
    headers.set(name, COMMON_HEADERS[name] as string)
  for (const name in DEFAULT_HEADERS)
    if (!headers.has(name)) headers.set(name, DEFAULT_HEADERS[name] as string)
  headers.set('x-request-id', id)
}

/** The pattern that answered; never the path, which is of the caller's making. */
function routeOf(c: Context): string {
  const route = matchedRoutes(c).findLast(({ path }) => !path.endsWith('*'))
  return route?.path ?? 'unmatched'
}
