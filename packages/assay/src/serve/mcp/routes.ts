import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'
import { Hono } from 'hono'
import type { ServiceEnv } from '../answer.js'
import { ProblemError } from '../problem.js'
import type { Service } from '../service.js'
import { type AppFetch, callRouteAs } from './call-route.js'
import { createMcpServer } from './server.js'
import { mcpServers } from './servers.js'

/**
 * MCP over streamable HTTP, without sessions: every request stands alone, so
 * any process can answer it, and there is no stream to listen to by GET (405).
 * `fetch` is the whole service's.
 */
export function mcpRoutes(
  service: Service,
  fetch: () => AppFetch,
): Hono<ServiceEnv> {
  const app = new Hono<ServiceEnv>()
  const base = service.settings.publicUrl
  for (const { path, ...named } of mcpServers(service))
    app.post(path, async (c) => {
      refuseRebinding(c.req.raw, base)
      const call = callRouteAs(fetch(), base, c.req.raw.headers, c.env)
      const server = createMcpServer({ ...named, call })
      const transport = new WebStandardStreamableHTTPServerTransport({
        enableJsonResponse: true,
      })
      await server.connect(transport)
      const { headers, method, url } = c.req.raw
      // The body has been read already, to see how deep it is.
      const body = await c.req.text()
      return transport.handleRequest(
        new Request(url, { method, headers, body }),
      )
    })
  return app
}

const LOOPBACK: ReadonlySet<string> = new Set([
  'localhost',
  '127.0.0.1',
  '[::1]',
])

/**
 * A page in a browser may give a name of its own our loopback address: a
 * service that is only there for this machine answers to no other name.
 */
function refuseRebinding(request: Request, base: string): void {
  if (!LOOPBACK.has(new URL(base).hostname)) return
  const asked = [request.headers.get('host'), request.headers.get('origin')]
  for (const given of asked) {
    if (given === null) continue
    const url = given.includes('://') ? given : `http://${given}`
    if (URL.canParse(url) && LOOPBACK.has(new URL(url).hostname)) continue
    throw new ProblemError({
      status: 403,
      code: 'foreign_host',
      detail:
        'this service answers on loopback only; set ASSAY_PUBLIC_URL to the name it is known by',
    })
  }
}
