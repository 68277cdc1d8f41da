import { createServer, type RequestListener } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import {
  type AddressInfo,
  createServer as createTcpServer,
  type Server,
  type Socket,
} from 'node:net'
import { onTestFinished } from 'vitest'
import { SELLER_CERTIFICATE, SELLER_KEY } from './seller-certificate.js'

/** A server on loopback that lives as long as the running test. */
export type TestServer = { readonly port: number; readonly url: string }

/** An HTTP server. */
export function httpServer(listener: RequestListener): Promise<TestServer> {
  return listen(createServer(listener), 'http')
}

/** An HTTPS server for `seller.test`. */
export function httpsServer(listener: RequestListener): Promise<TestServer> {
  const secret = { cert: SELLER_CERTIFICATE, key: SELLER_KEY }
  return listen(createTlsServer(secret, listener), 'https')
}

/** A TCP server that speaks for itself once a request's head has come. */
export function rawServer(
  answer: (socket: Socket, head: string) => void,
): Promise<TestServer> {
  const server = createTcpServer((socket) => {
    let head = ''
    socket.on('error', () => {})
    socket.on('data', (bytes) => {
      const before = head.includes('\r\n\r\n')
      head += bytes.toString('latin1')
      if (!before && head.includes('\r\n\r\n')) answer(socket, head)
    })
  })
  return listen(server, 'http')
}

/** A loopback port on which nothing listens. */
export async function closedPort(): Promise<number> {
  const server = createTcpServer()
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  await new Promise((done) => server.close(done))
  return port
}

async function listen(
  server: Server,
  protocol: 'http' | 'https',
): Promise<TestServer> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => sockets.add(socket))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { port, url: `${protocol}://127.0.0.1:${port}` }
}
