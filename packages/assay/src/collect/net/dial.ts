import { connect as connectTcp, isIP, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'

/** Exactly where to connect, and the name to show there. */
export type DialTarget = {
  readonly protocol: 'http:' | 'https:'
  readonly ip: string
  readonly port: number
  /** The name of the URL, for TLS; an address for an address URL. */
  readonly host: string
}

/**
 * Opens a connection to `target.ip` and nowhere else; resolves when it is up,
 * TLS included. Rejects with the error of node, or the signal's reason.
 */
export type Dialer = (
  target: DialTarget,
  signal: AbortSignal,
) => Promise<Socket>

export type DialerOptions = {
  /** Certificates to trust instead of the system's (PEM). */
  readonly ca?: string | undefined
}

/** The dialer of node:net and node:tls, HTTP/1.1 only, no session kept. */
export function createDialer(options: DialerOptions = {}): Dialer {
  return (target, signal) => {
    const tls = target.protocol === 'https:'
    const socket = tls ? openTls(target, options) : openTcp(target)
    return settled(socket, tls ? 'secureConnect' : 'connect', signal)
  }
}

function openTcp({ ip, port }: DialTarget): Socket {
  return connectTcp({ host: ip, port, noDelay: true })
}

function openTls(target: DialTarget, { ca }: DialerOptions): Socket {
  const socket = connectTls({
    host: target.ip,
    port: target.port,
    // With no name for SNI, node checks the certificate against the address.
    servername: isIP(target.host) === 0 ? target.host : '',
    ALPNProtocols: ['http/1.1'],
    rejectUnauthorized: true,
    ...(ca === undefined ? {} : { ca }),
  })
  return socket.setNoDelay(true)
}

function settled(
  socket: Socket,
  ready: 'connect' | 'secureConnect',
  signal: AbortSignal,
): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const fail = (error: unknown) => {
      signal.removeEventListener('abort', stop)
      socket.destroy()
      reject(error)
    }
    const stop = () => fail(signal.reason)
    socket.once('error', fail)
    socket.once(ready, () => {
      signal.removeEventListener('abort', stop)
      socket.off('error', fail)
      resolve(socket)
    })
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop, { once: true })
  })
}
