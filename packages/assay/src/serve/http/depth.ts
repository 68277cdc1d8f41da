import type { MiddlewareHandler } from 'hono'
import type { ServiceEnv } from '../answer.js'
import { problemOf, problemResponse } from '../problem.js'

/** Lists and objects in one another that a body may have. */
export const MOST_DEPTH = 64

/**
 * Refuses (400) bodies that are nested deeper than anybody needs: reading them is
 * cheap, but what walks them later would run out of stack.
 */
export function limitDepth(): MiddlewareHandler<ServiceEnv> {
  return async (c, next) => {
    const { method } = c.req
    if (method === 'GET' || method === 'HEAD') return next()
    if (!isTooDeep(await c.req.text())) return next()
    return problemResponse(
      problemOf({
        status: 400,
        code: 'too_deep',
        detail: `the body is nested deeper than ${MOST_DEPTH} levels`,
        field: 'body',
      }),
      c.get('requestId'),
    )
  }
}

const QUOTE = 0x22
const BACKSLASH = 0x5c
const OPENING: ReadonlySet<number> = new Set([0x5b, 0x7b])
const CLOSING: ReadonlySet<number> = new Set([0x5d, 0x7d])

/** Whether JSON text nests deeper than allowed; brackets in strings do not count. */
export function isTooDeep(json: string, most: number = MOST_DEPTH): boolean {
  let depth = 0
  for (let at = 0; at < json.length; at++) {
    const code = json.charCodeAt(at)
    if (code === QUOTE) at = endOfString(json, at)
    else if (CLOSING.has(code)) depth--
    else if (OPENING.has(code) && ++depth > most) return true
  }
  return false
}

/** Where the string that opens at a place is closed. */
function endOfString(json: string, from: number): number {
  let at = from + 1
  while (at < json.length && json.charCodeAt(at) !== QUOTE)
    at += json.charCodeAt(at) === BACKSLASH ? 2 : 1
  return at
}
