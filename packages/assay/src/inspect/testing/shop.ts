import { httpServer } from '../../collect/testing/servers.js'

/** What the shop asks for, in canonical USDC on Base. */
export type Terms = { readonly amount: string; readonly payTo: string }

/** A seller on loopback that can change its mind. */
export type Shop = {
  readonly url: string
  /** `host:port`, to be allowed. */
  readonly host: string
  /** From now on it asks for this. */
  readonly sell: (...offers: readonly Terms[]) => void
  /** From now on it answers so, without terms. */
  readonly answer: (status: number) => void
  readonly requests: () => number
  /** What was sent to it, in order. */
  readonly seen: () => readonly { method: string; body: string }[]
}

export const WALLET = `0x${'a1'.repeat(20)}`
export const OTHER_WALLET = `0x${'b2'.repeat(20)}`
export const USDC = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'

/** Opens a shop that lives as long as the running test. */
export async function openShop(
  terms: Terms = { amount: '10000', payTo: WALLET },
): Promise<Shop> {
  let offers: readonly Terms[] = [terms]
  let status = 402
  let requests = 0
  const seen: { method: string; body: string }[] = []
  const server = await httpServer((request, response) => {
    requests++
    const one = { method: request.method ?? '', body: '' }
    seen.push(one)
    request.on('data', (chunk) => {
      one.body += String(chunk)
    })
    const header = status === 402 ? { 'payment-required': encode(offers) } : {}
    response.writeHead(status, {
      'content-type': 'application/json',
      ...header,
    })
    response.end('{}')
  })
  return {
    url: `${server.url}/x`,
    host: `127.0.0.1:${server.port}`,
    sell: (...given) => {
      offers = given
      status = 402
    },
    answer: (given) => {
      status = given
    },
    requests: () => requests,
    seen: () => seen,
  }
}

function encode(offers: readonly Terms[]): string {
  const terms = {
    x402Version: 2,
    resource: { url: 'https://shop.example/x' },
    accepts: offers.map((offer) => ({
      scheme: 'exact',
      network: 'eip155:8453',
      asset: USDC,
      maxTimeoutSeconds: 60,
      ...offer,
    })),
  }
  return Buffer.from(JSON.stringify(terms)).toString('base64')
}
