import { createHash } from 'node:crypto'
import type { Context } from 'hono'

/**
 * SHA-256 of what a payment pays for, hex: method, path, query as written and
 * body. The body stays readable for the handler.
 */
export async function requestSha256(c: Context): Promise<string> {
  const { pathname, search } = new URL(c.req.url)
  const hash = createHash('sha256')
  hash.update(JSON.stringify([c.req.method, pathname, search]))
  if (c.req.method !== 'GET')
    hash.update(new Uint8Array(await c.req.arrayBuffer()))
  return hash.digest('hex')
}
