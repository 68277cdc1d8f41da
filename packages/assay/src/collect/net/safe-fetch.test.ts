import { Buffer } from 'node:buffer'
import {
  brotliCompressSync,
  deflateRawSync,
  deflateSync,
  gzipSync,
} from 'node:zlib'
import { describe, expect, test } from 'vitest'
import {
  fetchFrom,
  namesOf,
  recordingDialer,
  testFetch,
  USER_AGENT,
} from '../testing/network.js'
import { SELLER_CERTIFICATE } from '../testing/seller-certificate.js'
import {
  closedPort,
  httpServer,
  httpsServer,
  rawServer,
} from '../testing/servers.js'
import { createDialer } from './dial.js'
import type { FetchResponse, FetchResult } from './fetch-types.js'
import { createSafeFetch } from './safe-fetch.js'

function response(result: FetchResult): FetchResponse {
  if (result.outcome !== 'response')
    throw new Error(`${result.outcome}: ${result.code} ${result.detail}`)
  return result
}

function failure(result: FetchResult): string {
  if (result.outcome === 'response') return `response ${result.status}`
  return `${result.outcome} ${result.code} ${result.detail}`
}

const text = (result: FetchResult) =>
  Buffer.from(response(result).body).toString()

describe('safeFetch: what is sent', () => {
  test('default: an honest GET, nothing else', async () => {
    const server = await httpServer((request, answer) => {
      answer.end(
        JSON.stringify([request.method, request.url, request.rawHeaders]),
      )
    })
    const result = await fetchFrom([server])({ url: `${server.url}/x?q=1#f` })
    expect(JSON.parse(text(result))).toEqual([
      'GET',
      '/x?q=1',
      [
        'host',
        `127.0.0.1:${server.port}`,
        'connection',
        'keep-alive',
        'user-agent',
        USER_AGENT,
        'accept',
        'application/json, */*;q=0.1',
        'accept-encoding',
        'gzip, deflate, br',
        'cache-control',
        'no-cache',
      ],
    ])
    expect(response(result)).toEqual({
      outcome: 'response',
      status: 200,
      headers: expect.any(Array),
      body: expect.any(Uint8Array),
      bodyEnd: 'complete',
      redirectStopped: null,
      url: `${server.url}/x?q=1`,
      peer: { ip: '127.0.0.1', family: 4, port: server.port },
      hops: [],
      timing: {
        dnsMs: expect.any(Number),
        connectMs: expect.any(Number),
        firstByteMs: expect.any(Number),
        totalMs: expect.any(Number),
      },
    })
  })

  test.each([
    ['POST', '{"a":1}', 'application/json', '7'],
    ['POST', '', 'application/json', '0'],
    ['PUT', 'x', 'application/json', '1'],
    ['DELETE', undefined, undefined, undefined],
    ['post', '{}', 'application/json', '2'],
  ])('behavior: %s with body %j', async (method, body, type, length) => {
    const server = await httpServer(async (request, answer) => {
      let got = ''
      for await (const chunk of request) got += chunk
      const { 'content-type': contentType, 'content-length': size } =
        request.headers
      answer.end(JSON.stringify([request.method, got, contentType, size]))
    })
    const result = await fetchFrom([server])({ url: server.url, method, body })
    const sent = [method.toUpperCase(), body ?? '', type, length]
    expect(JSON.parse(text(result))).toEqual(JSON.parse(JSON.stringify(sent)))
  })

  test('behavior: cookies are not kept, the proxy of the environment is not asked', async () => {
    const before = { ...process.env }
    Object.assign(process.env, {
      http_proxy: 'http://127.0.0.1:9',
      HTTP_PROXY: 'http://127.0.0.1:9',
      ALL_PROXY: 'http://127.0.0.1:9',
      NODE_USE_ENV_PROXY: '1',
    })
    try {
      const cookies: unknown[] = []
      const server = await httpServer((request, answer) => {
        cookies.push(request.headers.cookie)
        answer.setHeader('set-cookie', 'a=b').end()
      })
      const fetch = fetchFrom([server])
      await fetch({ url: server.url })
      response(await fetch({ url: server.url }))
      expect(cookies).toEqual([undefined, undefined])
    } finally {
      process.env = before
    }
  })

  test('behavior: forbidden headers and methods never leave', async () => {
    let asked = 0
    const server = await httpServer((_, answer) => {
      asked++
      answer.end()
    })
    const fetch = fetchFrom([server])
    const { url } = server
    const headers = { 'X-Payment': 'e30=' }
    expect(failure(await fetch({ url, headers }))).toBe(
      'refused header x-payment',
    )
    expect(failure(await fetch({ url, method: 'TRACE' }))).toBe(
      'refused method TRACE',
    )
    expect(asked).toBe(0)
  })

  test('behavior: the real resolver and dialer when none is given', async () => {
    const server = await httpServer((_, answer) => answer.end('ok'))
    const fetch = createSafeFetch({
      userAgent: USER_AGENT,
      clock: () => 0,
      allowHosts: [`localhost:${server.port}`],
      limits: { wholeMs: 1e12 },
    })
    const result = await fetch({ url: `http://localhost:${server.port}/` })
    expect(text(result)).toBe('ok')
  })

  test('behavior: options that make no sense throw at once', () => {
    const clock = () => 0
    const options = { userAgent: 'assay/1', clock }
    expect(() => createSafeFetch({ ...options, allowHosts: ['x'] })).toThrow(
      TypeError,
    )
    const userAgent = 'Mozilla/5.0 (assay)'
    expect(() => createSafeFetch({ ...options, userAgent })).toThrow(TypeError)
  })
})

describe('safeFetch: headers', () => {
  test('behavior: repeated, odd and non-ASCII headers come whole and in order', async () => {
    const server = await rawServer((socket) => {
      const head =
        'HTTP/1.1 402 Payment Required\r\n' +
        'PAYMENT-REQUIRED: one\r\npayment-required: two\r\n' +
        'Set-Cookie: a\r\nSet-Cookie: b\r\n__proto__: x\r\nx-empty:\r\n' +
        'x-name: USD\u00e2\u0082\u00ae0 caf\u00e9\r\nContent-Length: 0\r\n\r\n'
      socket.write(Buffer.from(head, 'latin1'))
    })
    const result = await fetchFrom([server])({ url: server.url })
    expect(response(result).headers).toEqual([
      ['PAYMENT-REQUIRED', 'one'],
      ['payment-required', 'two'],
      ['Set-Cookie', 'a'],
      ['Set-Cookie', 'b'],
      ['__proto__', 'x'],
      ['x-empty', ''],
      ['x-name', 'USD\u00e2\u0082\u00ae0 caf\u00e9'],
      ['Content-Length', '0'],
    ])
  })

  test.each([
    [100_000, 'response 402'],
    [130_900, 'response 402'],
    [131_073, 'unreachable headers_too_large UND_ERR_HEADERS_OVERFLOW'],
    [5_000_000, 'unreachable headers_too_large UND_ERR_HEADERS_OVERFLOW'],
  ])('behavior: a header of %d bytes', async (size, expected) => {
    const server = await rawServer((socket) => {
      socket.write('HTTP/1.1 402 x\r\nContent-Length: 0\r\nPAYMENT-REQUIRED: ')
      socket.write(`${'A'.repeat(size)}\r\n\r\n`)
    })
    const result = await fetchFrom([server])({ url: server.url })
    expect(failure(result)).toBe(expected)
  })

  test('behavior: informational answers are passed over', async () => {
    const server = await rawServer((socket) => {
      socket.write('HTTP/1.1 103 Early Hints\r\nx-a: 1\r\n\r\n')
      socket.end('HTTP/1.1 204 No Content\r\nx-b: 2\r\n\r\n')
    })
    const result = response(await fetchFrom([server])({ url: server.url }))
    expect(result.status).toBe(204)
    expect(result.headers).toEqual([['x-b', '2']])
  })

  test.each([
    ['not HTTP', 'SSH-2.0-OpenSSH\r\n\r\n', 'unreachable bad_http'],
    [
      'HTTP/2 preface',
      'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
      'unreachable bad_http',
    ],
    ['nothing', '', 'unreachable connection_lost'],
    ['half a head', 'HTTP/1.1 200 OK\r\nx-a', 'unreachable connection_lost'],
  ])('behavior: %s', async (_, bytes, expected) => {
    const server = await rawServer((socket) => socket.end(bytes))
    const result = await fetchFrom([server])({ url: server.url })
    expect(failure(result)).toContain(expected)
  })
})

describe('safeFetch: bodies', () => {
  const HEAD = 'HTTP/1.1 402 x\r\n'

  test.each([
    [65_535, 65_535, 'complete'],
    [65_536, 65_536, 'complete'],
    [65_537, 65_536, 'cap'],
    [10_000_000, 65_536, 'cap'],
  ])('behavior: %d bytes', async (size, kept, end) => {
    const server = await httpServer((_, answer) => answer.end('x'.repeat(size)))
    const result = response(await fetchFrom([server])({ url: server.url }))
    expect([result.body.length, result.bodyEnd]).toEqual([kept, end])
  })

  test('behavior: an endless body is cut at once, and the connection closed', async () => {
    let closed = () => {}
    const gone = new Promise<void>((done) => {
      closed = done
    })
    const server = await rawServer((socket) => {
      socket.write(`${HEAD}Transfer-Encoding: chunked\r\n\r\n`)
      const chunk = `4000\r\n${'x'.repeat(0x4000)}\r\n`
      const pump = () => {
        while (!socket.destroyed && socket.write(chunk));
      }
      socket.on('drain', pump).on('close', closed)
      pump()
    })
    const result = response(await fetchFrom([server])({ url: server.url }))
    expect([result.body.length, result.bodyEnd]).toEqual([65_536, 'cap'])
    await gone
  })

  test('behavior: one byte a moment ends at the deadline, first bytes kept', async () => {
    const server = await rawServer((socket) => {
      socket.write(`${HEAD}Content-Length: 1000\r\n\r\n`)
      const timer = setInterval(() => socket.write('x'), 20)
      socket.on('close', () => clearInterval(timer))
    })
    const fetch = fetchFrom([server], { limits: { wholeMs: 200 } })
    const result = response(await fetch({ url: server.url }))
    expect([result.status, result.bodyEnd]).toEqual([402, 'deadline'])
    expect(result.body.length).toBeGreaterThan(0)
    expect(result.body.length).toBeLessThan(20)
  })

  test('behavior: a connection lost in the body', async () => {
    const server = await rawServer((socket) => {
      socket.end(`${HEAD}Content-Length: 1000\r\n\r\n{"x402Version":1`)
    })
    const result = response(await fetchFrom([server])({ url: server.url }))
    expect([Buffer.from(result.body).toString(), result.bodyEnd]).toEqual([
      '{"x402Version":1',
      'lost',
    ])
  })

  test('behavior: a body that ends with the connection is complete', async () => {
    const server = await rawServer((socket) => socket.end(`${HEAD}\r\nabc`))
    const result = response(await fetchFrom([server])({ url: server.url }))
    expect([result.body.length, result.bodyEnd]).toEqual([3, 'complete'])
  })

  const page = JSON.stringify({ accepts: ['ä'.repeat(2_000)] })
  test.each([
    ['gzip', gzipSync(page), page],
    ['X-GZIP', gzipSync(page), page],
    ['deflate', deflateSync(page), page],
    ['deflate', deflateRawSync(page), page],
    ['br', brotliCompressSync(page), page],
    ['identity', Buffer.from(page), page],
    ['gzip, br', brotliCompressSync(gzipSync(page)), page],
    ['gzip', Buffer.alloc(0), ''],
    ['zstd', Buffer.from('raw'), 'raw'],
    ['gzip, gzip, gzip', Buffer.from('raw'), 'raw'],
    ['gzip', gzipSync(page).subarray(0, -8), page],
  ])('behavior: coding %s', async (coding, bytes, expected) => {
    const server = await httpServer((_, answer) => {
      answer.setHeader('content-encoding', coding).end(bytes)
    })
    const result = response(await fetchFrom([server])({ url: server.url }))
    expect(Buffer.from(result.body).toString()).toBe(expected)
    expect(result.bodyEnd).toBe('complete')
  })

  test.each([
    ['gzip', gzipSync(Buffer.alloc(300_000_000))],
    ['br', brotliCompressSync(Buffer.alloc(300_000_000))],
    ['gzip, gzip', gzipSync(gzipSync(Buffer.alloc(300_000_000)))],
  ])('behavior: a bomb in %s is stopped', async (coding, bomb) => {
    const server = await httpServer((_, answer) => {
      answer.setHeader('content-encoding', coding).end(bomb)
    })
    const before = process.memoryUsage().rss
    const result = response(await fetchFrom([server])({ url: server.url }))
    expect([result.body.length, result.bodyEnd]).toEqual([65_536, 'cap'])
    expect(process.memoryUsage().rss - before).toBeLessThan(100_000_000)
  })

  test('behavior: compressed bytes that never become text are bounded too', async () => {
    // An empty stored block, 5 bytes that inflate to nothing, again and again.
    const nothing = Buffer.alloc(500_000, Buffer.from([0, 0, 0, 0xff, 0xff]))
    const server = await httpServer((_, answer) => {
      answer.setHeader('content-encoding', 'deflate').end(nothing)
    })
    const result = response(await fetchFrom([server])({ url: server.url }))
    expect([result.body.length, result.bodyEnd]).toEqual([0, 'cap'])
  })

  test('behavior: bytes that are not in their coding', async () => {
    const server = await httpServer((_, answer) => {
      answer.setHeader('content-encoding', 'gzip').end('{"plain":true}')
    })
    const result = response(await fetchFrom([server])({ url: server.url }))
    expect([result.body.length, result.bodyEnd]).toEqual([0, 'undecodable'])
  })

  test('behavior: lost within a coding', async () => {
    const bytes = gzipSync(page, { level: 0 }).subarray(0, 1_000)
    const server = await rawServer((socket) => {
      socket.write(
        `${HEAD}Content-Encoding: gzip\r\nContent-Length: 9999\r\n\r\n`,
      )
      socket.end(bytes)
    })
    const result = response(await fetchFrom([server])({ url: server.url }))
    expect(result.bodyEnd).toBe('lost')
  })

  test('behavior: HEAD has none', async () => {
    const server = await httpServer((_, answer) => answer.end('body'))
    const fetch = fetchFrom([server])
    const result = response(await fetch({ url: server.url, method: 'HEAD' }))
    expect([result.body.length, result.bodyEnd]).toEqual([0, 'complete'])
  })

  test('behavior: limits of one request', async () => {
    const server = await httpServer((_, answer) =>
      answer.end('x'.repeat(99_999)),
    )
    const limits = { bodyBytes: 100_000 }
    const result = await fetchFrom([server])({ url: server.url, limits })
    expect(response(result).body.length).toBe(99_999)
  })
})

describe('safeFetch: failures', () => {
  test('behavior: nobody listens', async () => {
    const port = await closedPort()
    const allowHosts = [`127.0.0.1:${port}`]
    const result = await testFetch({ allowHosts })({
      url: `http://127.0.0.1:${port}/`,
    })
    expect(result).toEqual({
      outcome: 'unreachable',
      code: 'connection_refused',
      detail: 'ECONNREFUSED',
      url: `http://127.0.0.1:${port}/`,
      peer: null,
      hops: [],
      timing: {
        dnsMs: expect.any(Number),
        connectMs: null,
        firstByteMs: null,
        totalMs: expect.any(Number),
      },
    })
  })

  test('behavior: the next address when one refuses', async () => {
    const server = await httpServer((_, answer) => answer.end())
    const url = `http://seller.test:${server.port}/`
    const fetch = testFetch({
      allowHosts: [`seller.test:${server.port}`],
      resolver: namesOf({ 'seller.test': ['127.0.0.1', '127.0.0.3'] }),
      dialer: (target, signal) => {
        const ip = target.ip === '127.0.0.3' ? '127.0.0.1' : '127.0.0.2'
        return createDialer()({ ...target, ip }, signal)
      },
    })
    expect(response(await fetch({ url })).peer).toEqual({
      ip: '127.0.0.3',
      family: 4,
      port: server.port,
    })
  })

  test.each([
    ['no such name', namesOf({}), 'unreachable dns_not_found ENOTFOUND'],
    [
      'a name without address',
      namesOf({ 'a.test': [] }),
      'unreachable dns_not_found ENODATA',
    ],
    [
      'a resolver that fails',
      async () =>
        Promise.reject(Object.assign(new Error(), { code: 'ESERVFAIL' })),
      'unreachable dns_failed ESERVFAIL',
    ],
  ])('behavior: %s', async (_, resolver, expected) => {
    const result = await testFetch({ resolver })({ url: 'https://a.test/' })
    expect(failure(result)).toBe(expected)
  })

  test('behavior: a resolver that never answers', async () => {
    const resolver = () => new Promise<never>(() => {})
    const fetch = testFetch({ resolver, limits: { wholeMs: 30 } })
    const result = await fetch({ url: 'https://a.test/' })
    expect(failure(result)).toBe('timeout deadline no answer within 30 ms')
  })

  test('behavior: a connection that never comes', async () => {
    const resolver = namesOf({ 'a.test': ['8.8.8.8', '8.8.4.4'] })
    const tried: string[] = []
    const fetch = testFetch({
      resolver,
      limits: { connectMs: 20 },
      dialer: ({ ip }, signal) => {
        tried.push(ip)
        return new Promise((_, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason))
        })
      },
    })
    const result = await fetch({ url: 'https://a.test/' })
    expect(failure(result)).toBe(
      'timeout connect_timeout no answer within 20 ms',
    )
    expect(tried).toEqual(['8.8.8.8', '8.8.4.4'])
    const short = await fetch({
      url: 'https://a.test/',
      limits: { wholeMs: 10 },
    })
    expect(failure(short)).toBe('timeout deadline no answer within 10 ms')
    expect(tried).toHaveLength(3)
  })

  test('behavior: a head that never comes whole', async () => {
    const server = await rawServer((socket) => {
      socket.write('HTTP/1.1 402 x\r\n')
      const timer = setInterval(() => socket.write('x-a: b\r\n'), 10)
      socket.on('close', () => clearInterval(timer))
    })
    const fetch = fetchFrom([server], { limits: { firstByteMs: 80 } })
    const result = await fetch({ url: server.url })
    expect(failure(result)).toBe(
      'timeout first_byte_timeout no answer within 80 ms',
    )
    expect(result.peer).toEqual({
      ip: '127.0.0.1',
      family: 4,
      port: server.port,
    })
  })

  test('behavior: the caller gives up, before and while', async () => {
    const server = await rawServer(() => {})
    const fetch = fetchFrom([server])
    const gone = AbortSignal.abort()
    const before = await fetch({ url: server.url, signal: gone })
    expect(failure(before)).toBe('timeout aborted given up by the caller')
    const controller = new AbortController()
    setTimeout(() => controller.abort(), 30)
    const while_ = await fetch({ url: server.url, signal: controller.signal })
    expect(failure(while_)).toBe('timeout aborted given up by the caller')
  })
})

describe('safeFetch: TLS', () => {
  const names = namesOf({
    'seller.test': ['93.184.215.14'],
    'other.test': ['93.184.215.14'],
  })
  const ca = SELLER_CERTIFICATE

  test('behavior: the name is kept for SNI, the certificate and Host', async () => {
    const server = await httpsServer((request, answer) => {
      const socket = request.socket as unknown as { servername: string }
      answer.end(`${socket.servername} ${request.headers.host}`)
    })
    const { dialer, dialled } = recordingDialer(server, { ca })
    const fetch = testFetch({ resolver: names, dialer })
    const result = await fetch({ url: 'https://Seller.test./x' })
    expect(text(result)).toBe('seller.test seller.test')
    expect(response(result).url).toBe('https://seller.test/x')
    expect(dialled).toEqual([
      {
        protocol: 'https:',
        ip: '93.184.215.14',
        port: 443,
        host: 'seller.test',
      },
    ])
  })

  test('behavior: an address URL is checked against the address', async () => {
    const server = await httpsServer((_, answer) => answer.end('ok'))
    const dialer = createDialer({ ca })
    const fetch = fetchFrom([server], { dialer })
    expect(text(await fetch({ url: server.url }))).toBe('ok')
  })

  test.each([
    [
      'another name',
      'https://other.test/',
      { ca },
      'ERR_TLS_CERT_ALTNAME_INVALID',
    ],
    [
      'unknown issuer',
      'https://seller.test/',
      {},
      'DEPTH_ZERO_SELF_SIGNED_CERT',
    ],
  ])(
    'behavior: %s is a failure, and not tried again',
    async (_, url, tls, code) => {
      const server = await httpsServer((_request, answer) => answer.end())
      const { dialer, dialled } = recordingDialer(server, tls)
      const two = async () => [
        { address: '93.184.215.14', family: 4 },
        { address: '93.184.215.15', family: 4 },
      ]
      const result = await testFetch({ resolver: two, dialer })({ url })
      expect(failure(result)).toBe(`unreachable tls_failed ${code}`)
      expect(dialled).toHaveLength(1)
    },
  )

  test('behavior: https to a plain server', async () => {
    const server = await httpServer((_, answer) => answer.end())
    const url = server.url.replace('http:', 'https:')
    const result = await fetchFrom([server])({ url })
    expect(failure(result)).toMatch(/^unreachable (tls_failed|connection_lost)/)
  })
})
