import {
  createServer,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  createDialer,
  createSafeFetch,
  type SafeFetch,
} from '../../collect/index.js'

/** One request as a seller wrote it down. */
export type Arrival = {
  readonly host: string
  readonly method: string
  readonly path: string
  readonly at: number
}

/** Answers a request, or says nothing so that the usual seller answers. */
export type Answer = (
  request: IncomingMessage,
  response: ServerResponse,
  host: string,
) => boolean

export type Sellers = {
  readonly log: readonly Arrival[]
  readonly port: number
  readonly fetch: SafeFetch
  /** Requests that are under way. */
  readonly busy: () => number
  readonly close: () => Promise<void>
}

/**
 * All sellers of a small world on one loopback port, told apart by the name that
 * they are asked by; every name but `*.gone.example` resolves.
 */
export async function openSellers(
  clock: () => number,
  answer: Answer = () => false,
): Promise<Sellers> {
  const log: Arrival[] = []
  const server = createServer((request, response) => {
    const host = request.headers.host ?? ''
    const { method = '', url: path = '' } = request
    log.push({ host, method, path, at: clock() })
    if (!answer(request, response, host)) usualAnswer(path, response)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  const fetch = fetchFromSellers(port, clock)
  let busy = 0
  return {
    log,
    port,
    busy: () => busy,
    fetch: async (request) => {
      busy++
      try {
        return await fetch(request)
      } finally {
        busy--
      }
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}

/** A safe-fetch that finds every public name at the sellers on this port. */
export function fetchFromSellers(port: number, clock: () => number): SafeFetch {
  const dial = createDialer()
  return createSafeFetch({
    userAgent: 'assay/0.0.0 (+https://assay.test)',
    clock,
    resolver: async (name) => {
      if (name.endsWith('.gone.example'))
        throw Object.assign(new Error(name), { code: 'ENOTFOUND' })
      return [{ address: '93.184.215.14', family: 4 }]
    },
    dialer: (target, signal) =>
      dial({ ...target, protocol: 'http:', ip: '127.0.0.1', port }, signal),
  })
}

/** No robots.txt, and a payment challenge for everything else. */
export function usualAnswer(path: string, response: ServerResponse): void {
  const isRobots = path === '/robots.txt'
  if (!isRobots) response.setHeader('payment-required', challengeHeader(path))
  send(response, isRobots ? 404 : 402, '{}')
}

export function send(
  response: ServerResponse,
  status: number,
  body: string,
): void {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(body)
}

/** A v2 challenge of one cent on Base. */
export function challengeHeader(path: string): string {
  const challenge = {
    x402Version: 2,
    resource: { url: `https://seller.example${path}` },
    accepts: [
      {
        scheme: 'exact',
        network: 'eip155:8453',
        amount: '10000',
        asset: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
        payTo: '0x209693Bc6afc0C5328bA36FaF03C514EF312287C',
        maxTimeoutSeconds: 60,
        extra: { name: 'USD Coin', version: '2' },
      },
    ],
  }
  return Buffer.from(JSON.stringify(challenge)).toString('base64')
}

/** The shortest time between two requests to one host, over all hosts. */
export function leastGap(log: readonly Arrival[]): number {
  const last = new Map<string, number>()
  let least = Number.POSITIVE_INFINITY
  for (const { host, at } of log) {
    least = Math.min(least, at - (last.get(host) ?? Number.NEGATIVE_INFINITY))
    last.set(host, at)
  }
  return least
}
