import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { TERMS_HEADER } from './terms.js'

// Sellers for the crawl bench, in a process of their own: answers every name on
// one loopback port, and says on its channel how early a host was ever asked.

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
    'payment-required': TERMS_HEADER,
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
