import { performance } from 'node:perf_hooks'
import { describe, expect, test } from 'vitest'
import { collectChallenge } from './challenge.js'
import type { ChallengeData } from './challenge-data.js'
import type { SafeFetch } from './net/safe-fetch.js'
import type { ChallengeRequest } from './next-attempt.js'
import { probeOf } from './probe.js'
import {
  fetchFrom,
  namesOf,
  recordingDialer,
  testFetch,
} from './testing/network.js'
import {
  closedPort,
  httpServer,
  rawServer,
  type TestServer,
} from './testing/servers.js'

const clock = () => performance.now()

function check(
  server: TestServer,
  request: Partial<ChallengeRequest> = {},
): Promise<ChallengeData> {
  const fetch = fetchFrom([server])
  return collectChallenge({ url: server.url, ...request }, { fetch, clock })
}

function told({ attempts, answer }: ChallengeData) {
  return [
    ...attempts.map(
      ({ reason, method, status }) => `${reason} ${method} ${status}`,
    ),
    answer.outcome === 'response' ? answer.status : answer.outcome,
  ]
}

const HEADER = Buffer.from('{"x402Version":2,"accepts":[]}').toString('base64')

describe('collectChallenge', () => {
  test('default: everything that one GET showed', async () => {
    const server = await httpServer((_, answer) => {
      answer.sendDate = false
      answer.writeHead(402, [
        ['Content-Type', 'application/json'],
        ['PAYMENT-REQUIRED', HEADER],
        ['x-name', 'USD\u00e2\u0082\u00ae0'],
      ])
      answer.end('{}')
    })
    const url = `${server.url}/x?q=1`
    const data = await check(server, { url })
    const millis = expect.any(Number)
    expect(data).toEqual({
      url,
      final_url: url,
      requested_method: 'GET',
      method: 'GET',
      request_body_sha256: null,
      answer: {
        outcome: 'response',
        status: 402,
        headers: [
          { name: 'Content-Type', value_base64: 'YXBwbGljYXRpb24vanNvbg==' },
          {
            name: 'PAYMENT-REQUIRED',
            value_base64: Buffer.from(HEADER).toString('base64'),
          },
          { name: 'x-name', value_base64: 'VVNE4oKuMA==' },
          { name: 'Connection', value_base64: 'a2VlcC1hbGl2ZQ==' },
          { name: 'Keep-Alive', value_base64: 'dGltZW91dD01' },
          { name: 'Transfer-Encoding', value_base64: 'Y2h1bmtlZA==' },
        ],
        body_base64: 'e30=',
        body_truncated: false,
        body_end: 'complete',
        redirect_stopped: null,
      },
      address: { ip: '127.0.0.1', family: 4, port: server.port },
      redirects: [],
      timing: {
        dns_ms: millis,
        connect_ms: millis,
        first_byte_ms: millis,
        total_ms: millis,
      },
      attempts: [
        {
          reason: 'first',
          method: 'GET',
          outcome: 'response',
          status: 402,
          code: null,
          requests: 1,
          total_ms: millis,
        },
      ],
      requests: 1,
      blocked_by: null,
    })
    expect(probeOf(data)).toMatchObject({
      headers: { 'payment-required': HEADER, 'x-name': 'USD₮0' },
      body: '{}',
    })
    expect(JSON.parse(JSON.stringify(data))).toEqual(data)
  })

  test('behavior: a route for POST only', async () => {
    const bodies: string[] = []
    const server = await httpServer(async (request, answer) => {
      if (request.method !== 'POST') return void answer.writeHead(405).end()
      let body = ''
      for await (const chunk of request) body += chunk
      bodies.push(body)
      const status = body === '{"q":"sample"}' ? 402 : 400
      answer.writeHead(status, { 'payment-required': HEADER }).end()
    })
    const declared = await check(server, { sampleBody: '{"q":"sample"}' })
    expect(told(declared)).toEqual(['first GET 405', 'post POST 402', 402])
    expect([declared.requested_method, declared.method]).toEqual([
      'GET',
      'POST',
    ])
    expect(declared.request_body_sha256).toMatch(/^[0-9a-f]{64}$/)
    const undeclared = await check(server)
    expect(told(undeclared)).toEqual(['first GET 405', 'post POST 400', 400])
    const own = { method: 'POST', body: '{}', sampleBody: '{"q":"sample"}' }
    expect(told(await check(server, own))).toEqual([
      'first POST 400',
      'sample_body POST 402',
      402,
    ])
    expect(bodies).toEqual(['{"q":"sample"}', '', '{}', '{"q":"sample"}'])
  })

  test('behavior: a page for browsers', async () => {
    const server = await httpServer(({ headers }, answer) => {
      if (headers.accept?.includes('*/*'))
        answer.writeHead(402, { 'content-type': 'text/html' }).end('<html>')
      else answer.writeHead(402, { 'payment-required': HEADER }).end()
    })
    const data = await check(server)
    expect(told(data)).toEqual(['first GET 402', 'not_a_browser GET 402', 402])
    expect(probeOf(data)).toMatchObject({
      headers: { 'payment-required': HEADER },
    })
  })

  test('behavior: a bot wall is the end', async () => {
    const server = await httpServer((_, answer) => {
      answer.writeHead(405, { 'x-amzn-waf-action': 'captcha' }).end()
    })
    const data = await check(server)
    expect([told(data), data.blocked_by]).toEqual([
      ['first GET 405', 405],
      'aws_waf',
    ])
    const page = await httpServer((_, answer) => {
      answer.writeHead(403, { 'content-type': 'text/html' })
      answer.end('<title>Just a moment...</title>')
    })
    expect((await check(page)).blocked_by).toBe('cloudflare')
  })

  test('behavior: a follow-up that fails or hits a wall leaves what was seen', async () => {
    const dead = await rawServer((socket, head) => {
      if (head.startsWith('POST')) socket.destroy()
      else socket.end('HTTP/1.1 405 x\r\nContent-Length: 0\r\n\r\n')
    })
    const data = await check(dead)
    expect(told(data)).toEqual(['first GET 405', 'post POST null', 405])
    expect(data.attempts[1]).toMatchObject({
      outcome: 'unreachable',
      code: 'connection_lost',
      requests: 1,
    })
    const wall = await httpServer(({ method }, answer) => {
      if (method === 'POST') answer.setHeader('cf-mitigated', 'challenge')
      answer.writeHead(method === 'POST' ? 403 : 404).end()
    })
    const walled = await check(wall)
    expect(told(walled)).toEqual(['first GET 404', 'post POST 403', 404])
    expect(walled.blocked_by).toBeNull()
  })

  test('behavior: at most four requests, redirects counted', async () => {
    let asked = 0
    const server = await httpServer(({ url }, answer) => {
      asked++
      const hop = Number(url?.slice(1))
      if (hop < 2) answer.writeHead(302, { location: `/${hop + 1}` }).end()
      else answer.writeHead(405).end()
    })
    const data = await check(server, { url: `${server.url}/0` })
    // Three for GET; the POST has one left and so does not follow.
    expect(told(data)).toEqual(['first GET 405', 'post POST 302', 405])
    expect([asked, data.requests]).toEqual([4, 4])
    expect(data.redirects).toHaveLength(2)
    asked = 0
    const longer = await check(server, { url: `${server.url}/-1` })
    expect([asked, longer.requests, told(longer)]).toEqual([
      4,
      4,
      ['first GET 405', 405],
    ])
  })

  test('behavior: redirects to other origins are reported', async () => {
    const server = await httpServer(({ headers }, answer) => {
      if (headers.host === 'a.example')
        answer.writeHead(302, { location: 'http://b.example/y' }).end()
      else answer.writeHead(402).end()
    })
    const { dialer } = recordingDialer(server)
    const resolver = namesOf({
      'a.example': ['8.8.8.8'],
      'b.example': ['8.8.4.4'],
    })
    const fetch = testFetch({ resolver, dialer })
    const data = await collectChallenge(
      { url: 'http://a.example/x' },
      { fetch, clock },
    )
    expect(data).toMatchObject({
      final_url: 'http://b.example/y',
      address: { ip: '8.8.4.4' },
      requests: 2,
      redirects: [
        {
          status: 302,
          from: 'http://a.example/x',
          to: 'http://b.example/y',
          cross_origin: true,
          address: { ip: '8.8.8.8', family: 4, port: 80 },
        },
      ],
    })
  })

  test.each([
    ['http://10.0.0.1/', 'refused', 'address', 0],
    ['nonsense', 'refused', 'invalid_url', 0],
    ['http://nowhere.example/', 'unreachable', 'dns_not_found', 0],
  ])('behavior: %s', async (url, outcome, code, requests) => {
    const data = await collectChallenge({ url }, { fetch: testFetch(), clock })
    expect(data.answer).toEqual({ outcome, code, detail: expect.any(String) })
    expect([data.requests, data.address]).toEqual([requests, null])
  })

  test('behavior: nobody listens', async () => {
    const port = await closedPort()
    const data = await check({ port, url: `http://127.0.0.1:${port}/` })
    expect(data.answer).toEqual({
      outcome: 'unreachable',
      code: 'connection_refused',
      detail: 'ECONNREFUSED',
    })
  })

  test('behavior: the time is for the whole check', async () => {
    let now = 0
    const limits: unknown[] = []
    const fetch: SafeFetch = async (request) => {
      limits.push(request.limits?.wholeMs)
      now += 700.5
      const none = { dnsMs: null, connectMs: null, firstByteMs: null }
      return {
        outcome: 'response',
        status: limits.length === 1 ? 405 : 400,
        headers: [],
        body: new Uint8Array(),
        bodyEnd: 'complete',
        redirectStopped: null,
        url: request.url,
        peer: null,
        hops: [],
        timing: { ...none, totalMs: 700.5 },
      }
    }
    const request = { url: 'https://a.example/', body: 'b', sampleBody: 's' }
    const tools = { fetch, clock: () => now, timeoutMs: 1_000 }
    const data = await collectChallenge(request, tools)
    expect(limits).toEqual([1_000, 300])
    expect(told(data)).toEqual(['first GET 405', 'post POST 400', 400])
    expect(data.timing).toEqual({
      dns_ms: null,
      connect_ms: null,
      first_byte_ms: null,
      total_ms: 700.5,
    })
  })
})
