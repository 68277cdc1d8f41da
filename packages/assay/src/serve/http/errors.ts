import type { Context, Hono } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { TrieRouter } from 'hono/router/trie-router'
import { isStoreError, StoreRefusal } from '../../store/errors.js'
import type { ServiceEnv } from '../answer.js'
import {
  ProblemError,
  type ProblemFields,
  problemOf,
  problemResponse,
} from '../problem.js'
import type { Service } from '../service.js'

/** Every failure becomes a problem; what is our fault is told to the log alone. */
export function answerErrors(
  app: Hono<ServiceEnv>,
  { log }: Pick<Service, 'log'>,
): void {
  app.onError((error, c) => {
    const id = c.get('requestId')
    if (error instanceof ProblemError) return problemResponse(error.problem, id)
    const known = knownFailure(error)
    if (known === undefined || known.status >= 500)
      log({
        level: 'error',
        event: 'failed',
        id,
        error: error.message,
        stack: error.stack,
      })
    return problemResponse(problemOf(known ?? OUR_FAULT), id)
  })
}

/** 404 for what is nowhere, 405 for what is there by another method. */
export function answerUnknown(app: Hono<ServiceEnv>): void {
  let methods: ((path: string) => readonly string[]) | undefined
  app.notFound((c) => {
    methods ??= methodsByPath(app)
    const allowed = methods(c.req.path)
    return allowed.length === 0 ? nowhere(c) : otherMethod(c, allowed)
  })
}

const OUR_FAULT: ProblemFields = {
  status: 500,
  code: 'internal',
  detail: 'something went wrong on our side; the request id names it',
}

function knownFailure(error: Error): ProblemFields | undefined {
  if (error instanceof StoreRefusal)
    return { status: 400, code: 'invalid_request', detail: error.message }
  if (isStoreError(error))
    return {
      status: 503,
      code: 'store_unavailable',
      detail: 'the store does not answer now',
      retry_after: 5,
    }
  if (!(error instanceof HTTPException)) return undefined
  const { status, message } = error
  return /JSON/i.test(message)
    ? {
        status: 400,
        code: 'invalid_json',
        detail: 'the body is not JSON',
        field: 'body',
        example: { url: 'https://api.example.com/x' },
      }
    : { status, code: `http_${status}`, detail: message || 'refused' }
}

function methodsByPath(
  app: Hono<ServiceEnv>,
): (path: string) => readonly string[] {
  const router = new TrieRouter<string>()
  for (const { method, path } of app.routes)
    if (method !== 'ALL') router.add('ALL', path, method)
  return (path) => [
    ...new Set(router.match('GET', path)[0].map(([method]) => method)),
  ]
}

function nowhere(c: Context<ServiceEnv>): Response {
  return problemResponse(
    problemOf({
      status: 404,
      code: 'not_found',
      detail: 'there is nothing here; /openapi.json lists what is',
    }),
    c.get('requestId'),
  )
}

function otherMethod(
  c: Context<ServiceEnv>,
  allowed: readonly string[],
): Response {
  const allow = [...new Set([...allowed, 'OPTIONS'])].join(', ')
  return problemResponse(
    problemOf({
      status: 405,
      code: 'method_not_allowed',
      detail: `this path takes ${allow}`,
    }),
    c.get('requestId'),
    { allow },
  )
}
