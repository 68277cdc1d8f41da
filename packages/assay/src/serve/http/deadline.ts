import type { MiddlewareHandler } from 'hono'
import type { ServiceEnv } from '../answer.js'
import { problemOf, problemResponse } from '../problem.js'
import { LIMITS } from './limits.js'

/**
 * Answers 503 for what takes longer than its time. The work is told by
 * `deadline`; what cannot be stopped ends unheard.
 */
export function deadline(
  timeFor: (path: string) => number = answerTime,
): MiddlewareHandler<ServiceEnv> {
  return async (c, next) => {
    const abort = new AbortController()
    c.set('deadline', abort.signal)
    const ms = timeFor(c.req.path)
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<'late'>((resolve) => {
      timer = setTimeout(resolve, ms, 'late')
    })
    try {
      const ended = await Promise.race([next(), late])
      if (ended !== 'late') return
    } finally {
      clearTimeout(timer)
    }
    abort.abort()
    return problemResponse(
      problemOf({
        status: 503,
        code: 'out_of_time',
        detail: `there was no answer within ${ms / 1_000} s`,
        retry_after: 10,
      }),
      c.get('requestId'),
    )
  }
}

function answerTime(path: string): number {
  return path.startsWith('/v1/preflight/batch')
    ? LIMITS.batchAnswerMs
    : LIMITS.answerMs
}
