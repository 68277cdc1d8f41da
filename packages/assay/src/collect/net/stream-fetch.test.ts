import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { namesOf, USER_AGENT } from '../testing/network.js'
import { httpServer, rawServer, type TestServer } from '../testing/servers.js'
import type { FetchLimits } from './fetch-types.js'
import { createStreamFetch, type StreamedAnswer } from './stream-fetch.js'

const fetchFrom = (servers: readonly TestServer[]) =>
  createStreamFetch({
    userAgent: USER_AGENT,
    clock: () => performance.now(),
    resolver: namesOf({}),
    allowHosts: servers.map(({ port }) => `127.0.0.1:${port}`),
  })

const sizeOf = async ({ body, bodyEnd, status }: StreamedAnswer) => {
  let size = 0
  for await (const chunk of body) size += chunk.length
  return { size, end: bodyEnd(), status }
}

const from = async (server: TestServer, limits: Partial<FetchLimits> = {}) =>
  fetchFrom([server])({ url: server.url, limits }, sizeOf)

describe('createStreamFetch', () => {
  test('default', async () => {
    const server = await httpServer((_, answer) =>
      answer.end('x'.repeat(200_000)),
    )
    expect(await from(server, { bodyBytes: 200_000 })).toEqual({
      outcome: 'response',
      value: { size: 200_000, end: 'complete', status: 200 },
    })
  })

  test('behavior: bytes are counted after inflating', async () => {
    const server = await httpServer((_, answer) => {
      answer
        .setHeader('content-encoding', 'gzip')
        .end(gzipSync('x'.repeat(200_000)))
    })
    const value = async (bodyBytes: number) => {
      const result = await from(server, { bodyBytes })
      return result.outcome === 'response' ? result.value : result
    }
    expect(await value(200_000)).toMatchObject({
      size: 200_000,
      end: 'complete',
    })
    expect(await value(199_999)).toMatchObject({ size: 199_999, end: 'cap' })
  })

  test('behavior: the end says how a body broke off', async () => {
    const lost = await rawServer((socket) =>
      socket.end('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nabc'),
    )
    const slow = await rawServer((socket) =>
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nabc'),
    )
    const garbled = await httpServer((_, answer) => {
      answer.setHeader('content-encoding', 'gzip').end('garbled')
    })
    expect(await from(lost)).toMatchObject({ value: { size: 3, end: 'lost' } })
    expect(await from(slow, { wholeMs: 300 })).toMatchObject({
      value: { size: 3, end: 'deadline' },
    })
    expect(await from(garbled)).toMatchObject({
      value: { size: 0, end: 'undecodable' },
    })
  })

  test('behavior: a body may be given up', async () => {
    const server = await httpServer((_, answer) =>
      answer.end('x'.repeat(200_000)),
    )
    const read = async ({ bodyEnd }: StreamedAnswer) => bodyEnd()
    expect(await fetchFrom([server])({ url: server.url }, read)).toEqual({
      outcome: 'response',
      value: null,
    })
    const fail = () => Promise.reject(new Error('mine'))
    await expect(
      fetchFrom([server])({ url: server.url }, fail),
    ).rejects.toThrow('mine')
  })

  test('behavior: every hop is checked', async () => {
    const server = await httpServer((_, answer) => {
      answer.writeHead(302, { location: 'http://10.0.0.1/' }).end()
    })
    expect(await from(server)).toMatchObject({
      outcome: 'refused',
      code: 'address',
    })
    expect(await fetchFrom([])({ url: server.url }, sizeOf)).toMatchObject({
      outcome: 'refused',
    })
  })
})
