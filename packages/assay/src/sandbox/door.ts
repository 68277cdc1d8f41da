import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createAdaptorServer, type HttpBindings } from '@hono/node-server'

/** Answers one request. */
export type Handler = (
  request: Request,
  env: HttpBindings,
) => Response | Promise<Response>

/** A listening port. Requests wait until `serve` has been called. */
export type Door = {
  /** `http://host:port`, without a slash. */
  readonly origin: string
  readonly serve: (handler: Handler) => void
  /** Ends open connections too. */
  readonly close: () => Promise<void>
}

/** Listens on `port`, 0 for any free one; rejects when it cannot. */
export async function openDoor(host: string, port: number): Promise<Door> {
  let serve: (handler: Handler) => void = () => {}
  const ready = new Promise<Handler>((resolve) => {
    serve = resolve
  })
  const server = createAdaptorServer({
    fetch: async (request, env) => (await ready)(request, env as HttpBindings),
  }) as Server
  await listening(server, host, port)
  const address = server.address() as AddressInfo
  const name = host.includes(':') ? `[${host}]` : host
  return {
    origin: `http://${name}:${address.port}`,
    serve,
    close: () => closed(server),
  }
}

function listening(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen({ host, port }, () => {
      server.removeListener('error', reject)
      resolve()
    })
  })
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}
