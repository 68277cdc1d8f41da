import type { Readable, Writable } from 'node:stream'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import type { Service } from '../service.js'
import { type AppFetch, callRouteAs } from './call-route.js'
import { createMcpServer } from './server.js'
import { mcpServers } from './servers.js'

/**
 * The unified server of MCP on a pair of streams. Resolves when the client
 * hangs up.
 */
export async function serveStdio(
  service: Service,
  fetch: AppFetch,
  streams: { readonly input: Readable; readonly output: Writable },
): Promise<void> {
  const [unified] = mcpServers(service)
  if (unified === undefined) return
  const call = callRouteAs(
    fetch,
    service.settings.publicUrl,
    new Headers(),
    undefined,
  )
  const { path: _, ...named } = unified
  const server = createMcpServer({ ...named, call })
  const { input, output } = streams
  const ended = new Promise<void>((resolve) => {
    input.once('end', resolve)
    input.once('close', resolve)
  })
  await server.connect(new StdioServerTransport(input, output))
  await ended
  await server.close()
}
