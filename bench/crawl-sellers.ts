import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

// Sellers for the crawl bench, in a process of their own: answers every name on
// one loopback port, and says on its channel how early a host was ever asked.

const HEADER = Buffer.from(
  JSON.stringify({
    x402Version: 2,
    resource: { url: 'https://svc.example/x' },
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
  }),
).toString('base64')

const last = new Map<string, number>()
let requests = 0
let leastGap: number | null = null

const server = createServer((request, response) => {
  const host = request.headers.host ?? ''
  const now = performance.now()
  const before = last.get(host)
  if (before !== undefined)
    leastGap = Math.min(leastGap ?? Number.MAX_VALUE, now - before)
  last.set(host, now)
  requests++
  if (request.url === '/robots.txt') {
    response.writeHead(404).end()
    return
  }
  response.writeHead(402, {
    'content-type': 'application/json',
    'payment-required': HEADER,
  })
  response.end(`{"x402Version":2,"error":"pay for ${request.url}"}`)
})

server.listen(0, '127.0.0.1', () =>
  process.send?.({ port: (server.address() as AddressInfo).port }),
)
process.on('message', () => {
  process.send?.({ requests, leastGap })
  last.clear()
  requests = 0
  leastGap = null
})
process.on('disconnect', () => process.exit(0))
