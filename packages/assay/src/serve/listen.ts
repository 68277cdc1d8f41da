import type { AddressInfo } from 'node:net'
import { createAdaptorServer, type ServerType } from '@hono/node-server'
import type { ServiceApp } from './app.js'
import { LIMITS } from './http/limits.js'
import { answerQuickly } from './http/quick.js'

/** A service that listens. */
export type Listening = {
  /** `http://host:port`, as it can be asked on this machine. */
  readonly url: string
  readonly port: number
  /**
   * Stops accepting, lets what runs finish for at most 10 s, and stores what
   * was promised. Never rejects.
   */
  readonly close: () => Promise<void>
}

export type ListenOptions = {
  readonly host: string
  /** 0 takes a free one. */
  readonly port: number
  /** What runs has so long to finish, milliseconds; 10 000 when absent. */
  readonly graceMs?: number | undefined
}

const GRACE_MS = 10_000
const LOOK_MS = 50

/**
 * Opens the port, then makes what answers there: it may need the port's number.
 * What cannot be had, or made, rejects.
 */
export async function listen<App extends ServiceApp>(
  makeApp: (port: number) => App,
  { host, port, graceMs = GRACE_MS }: ListenOptions,
): Promise<Listening & { readonly app: App }> {
  let app: App | undefined
  const server = createAdaptorServer({
    fetch: (request, env) => (app as App).fetch(request, env),
    serverOptions: {
      maxHeaderSize: LIMITS.headerBytes,
      headersTimeout: LIMITS.headersMs,
      requestTimeout: LIMITS.requestMs,
      keepAliveTimeout: LIMITS.keepAliveMs,
    },
  })
  const made = await opened(server, host, port, (taken) => {
    app = makeApp(taken)
    return app
  })
  answerQuickly(server, made.quick)
  const address = server.address() as AddressInfo
  const name = host.includes(':') ? `[${host}]` : host
  return {
    app: made,
    url: `http://${name}:${address.port}`,
    port: address.port,
    close: async () => {
      made.stopping()
      await closed(server, graceMs)
      await made.drained()
    },
  }
}

/** No request is read before `make` has returned: it runs in the same turn. */
function opened<Made>(
  server: ServerType,
  host: string,
  port: number,
  make: (port: number) => Made,
): Promise<Made> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen({ host, port }, () => {
      server.removeListener('error', reject)
      try {
        resolve(make((server.address() as AddressInfo).port))
      } catch (error) {
        server.close()
        reject(error)
      }
    })
  })
}

function closed(server: ServerType, graceMs: number): Promise<void> {
  const connections = server as Partial<
    Record<'closeIdleConnections' | 'closeAllConnections', () => void>
  >
  return new Promise((resolve) => {
    // A connection that is kept alive becomes idle when its answer is out.
    const idle = setInterval(
      () => connections.closeIdleConnections?.(),
      LOOK_MS,
    )
    const enough = setTimeout(
      () => connections.closeAllConnections?.(),
      graceMs,
    )
    server.close(() => {
      clearInterval(idle)
      clearTimeout(enough)
      resolve()
    })
  })
}
