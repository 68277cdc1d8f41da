import type { Context } from 'hono'

/**
 * Puts another response in the place of one that is already there. Of the old
 * one only what the transport said stays, e.g. the headers of CORS.
 */
export function replaceResponse(c: Context, response: Response): void {
  const kept = new Response(response.body, response)
  for (const [name, value] of c.res.headers)
    if (OF_TRANSPORT.test(name)) kept.headers.set(name, value)
  c.res = undefined
  c.res = kept
}

const OF_TRANSPORT = /^(access-control-|cross-origin-|vary$|x-request-id$)/
