import type { Context, MiddlewareHandler } from 'hono'
import { matchedRoutes } from 'hono/route'
import type { ServiceEnv } from '../answer.js'
import { problemOf, problemResponse } from '../problem.js'
import type { Service } from '../service.js'
import {
  COMMON_HEADERS,
  DEFAULT_HEADERS,
  preflightedOrigin,
} from './headers.js'
import { LIMITS } from './limits.js'
import type { Metrics } from './metrics.js'

export type FrontOptions = {
  readonly service: Pick<Service, 'clock' | 'log' | 'randomBytes' | 'settings'>
  readonly metrics: Metrics
  /** Paths on which HEAD would run what has to be paid for, or a probe. */
  readonly refusesHead: (path: string) => boolean
}

/**
 * Around every request: its id, its line in the log, its figures, the headers
 * of every answer, and what is refused before anything else is asked.
 */
export function front(options: FrontOptions): MiddlewareHandler<ServiceEnv> {
  const { service, metrics } = options
  const newId = createRequestIds(service)
  return async (c, next) => {
    const began = service.clock()
    const id = newId(c)
    c.set('requestId', id)
    metrics.inFlight(1)
    try {
      const early = refusal(c, id, options)
      if (early === undefined) await next()
      else c.res = early
      if (c.get('dressed') !== true) dress(c, id)
    } finally {
      metrics.inFlight(-1)
      const ms = service.clock() - began
      const { method } = c.req
      const { status } = c.res
      const route = routeOf(c)
      metrics.answered(method, route, status, ms / 1_000)
      service.log({
        level: status >= 500 ? 'warn' : 'info',
        event: 'request',
        id,
        method,
        route,
        status,
        ms: Math.round(ms * 1_000) / 1_000,
      })
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
  return new Response(bytes, {
    headers: {
      ...COMMON_HEADERS,
      'cache-control': 'no-store',
      'content-type': 'application/json',
      'x-request-id': c.get('requestId'),
    },
  })
}

function createRequestIds({ randomBytes, settings }: FrontOptions['service']) {
  // Unique, not secret: one random prefix a process is cheaper than one each.
  const prefix = Buffer.from(randomBytes(6)).toString('hex')
  let count = 0
  return (c: Context) => {
    const given =
      settings.trustProxy > 0 ? c.req.header('x-request-id') : undefined
    if (given !== undefined && /^[\w.-]{8,64}$/.test(given)) return given
    count++
    return `${prefix}-${count.toString(36)}`
  }
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
