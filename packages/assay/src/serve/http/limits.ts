import type { Context, MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { ServiceEnv } from '../answer.js'
import { problemOf, problemResponse } from '../problem.js'

/** What a request may be. Bytes, characters, milliseconds. */
export const LIMITS = {
  bodyBytes: 64 * 1_024,
  batchBytes: 1_024 * 1_024,
  urlCharacters: 8_192,
  /** Payment signatures are large. */
  headerBytes: 32 * 1_024,
  headersMs: 10_000,
  /** For the whole request to arrive. */
  requestMs: 30_000,
  keepAliveMs: 65_000,
  /** For an answer; a batch has more. */
  answerMs: 30_000,
  batchAnswerMs: 120_000,
} as const

const BATCHES: ReadonlySet<string> = new Set(['/v1/preflight/batch'])

/** The bytes that a body of this path may have. */
export function bodyBytesFor(path: string): number {
  return BATCHES.has(path) ? LIMITS.batchBytes : LIMITS.bodyBytes
}

/** Whether the length that a request announces is too much; what it says is held to by Node. */
export function announcesTooMuch(c: Context): boolean {
  const length = c.req.header('content-length')
  return length !== undefined && Number(length) > bodyBytesFor(c.req.path)
}

/** Refuses bodies over the limit, announced or not. */
export function limitBodies(): MiddlewareHandler<ServiceEnv> {
  const refuse = (c: Context) => tooLarge(c as Context<ServiceEnv>)
  const chunked = {
    usual: bodyLimit({ maxSize: LIMITS.bodyBytes, onError: refuse }),
    batch: bodyLimit({ maxSize: LIMITS.batchBytes, onError: refuse }),
  }
  return async (c, next) => {
    if (announcesTooMuch(c)) return tooLarge(c)
    // Only a body of unknown length has to be counted while it comes.
    if (c.req.header('transfer-encoding') === undefined) return next()
    return BATCHES.has(c.req.path)
      ? chunked.batch(c, next)
      : chunked.usual(c, next)
  }
}

/** The answer to a body over the limit. */
export function tooLarge(c: Context<ServiceEnv>): Response {
  const most = bodyBytesFor(c.req.path)
  return problemResponse(
    problemOf({
      status: 413,
      code: 'body_too_large',
      detail: `the body is larger than ${most} bytes`,
    }),
    c.get('requestId'),
    // The rest of the body is not read.
    { connection: 'close' },
  )
}
