import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { getRequestListener, type HttpBindings } from '@hono/node-server'
import { Agent, buildConnector } from 'undici'
import {
  SELLER_CERTIFICATE,
  SELLER_KEY,
} from '../../packages/assay/src/collect/testing/seller-certificate.js'

/** How a site answers one request; `hangUp` drops the connection unanswered. */
export type Site = (
  request: Request,
  hangUp: () => void,
) => Response | Promise<Response>

/** Any number of https sites, all on one loopback port. */
export type Street = {
  /** Opens a site under a host name; the last one of a name stands. */
  readonly open: (host: string, site: Site) => void
  /** The platform's own fetch, for which every name leads to this street. */
  readonly fetch: typeof globalThis.fetch
  /** Where it really is, for clients that bring their own way of dialling. */
  readonly port: number
  readonly close: () => Promise<void>
}

/** Builds a street; nothing on it ever leaves this machine. */
export async function buildStreet(): Promise<Street> {
  const sites = new Map<string, Site>()
  const server = createServer(
    { cert: SELLER_CERTIFICATE, key: SELLER_KEY },
    getRequestListener((request, env) => {
      const site = sites.get(new URL(request.url).hostname)
      if (site === undefined)
        return new Response('no such host', { status: 421 })
      const { socket } = (env as HttpBindings).incoming
      return site(request, () => socket.destroy())
    }),
  )
  const sockets = new Set<Duplex>()
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  const dispatcher = dialling(port)
  return {
    open: (host, site) => sites.set(host, site),
    port,
    fetch: (input, init) =>
      fetch(input, { ...init, dispatcher } as unknown as RequestInit),
    close: async () => {
      await dispatcher.destroy()
      for (const socket of sockets) socket.destroy()
      await new Promise((done) => server.close(done))
    },
  }
}

function dialling(port: number): Agent {
  const dial = buildConnector({ rejectUnauthorized: false })
  return new Agent({
    connect: (options, done) =>
      dial({ ...options, hostname: '127.0.0.1', port: String(port) }, done),
  })
}
