import type { Socket } from 'node:net'
import type { Readable } from 'node:stream'
import { Client } from 'undici'
import type { HeaderField } from './fetch-types.js'

export type HttpRequest = {
  readonly url: URL
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array | undefined
  readonly headerBytes: number
}

export type HttpAnswer = {
  readonly status: number
  /** In order of arrival; values are Latin-1, one character a byte. */
  readonly headers: readonly HeaderField[]
  readonly body: Readable
}

export type HttpExchange = {
  readonly answer: Promise<HttpAnswer>
  /** Closes the connection, whatever state it is in. */
  readonly close: () => void
}

/**
 * One HTTP/1.1 request over a connection that is already open. No second
 * connection is ever opened: none would have been checked.
 */
export function exchange(socket: Socket, request: HttpRequest): HttpExchange {
  const client = new Client(request.url.origin, {
    connect: onlyThis(socket),
    // One request: with 0 undici makes an error of each end, which costs more
    // than the rest of the answer.
    pipelining: 1,
    maxHeaderSize: request.headerBytes,
    // The caller's deadlines are exact; undici's timers tick in seconds.
    headersTimeout: 0,
    bodyTimeout: 0,
  })
  return {
    answer: ask(client, request),
    close() {
      client.destroy(CLOSED).catch(() => {})
      socket.destroy()
    },
  }
}

// Made once: an error with a stack of its own costs more than closing.
const CLOSED = closed()

type Connected = (...args: [null, Socket] | [Error, null]) => void

// undici waits for ever when it is called back before its `connect` returned.
function onlyThis(socket: Socket) {
  let used = false
  return (_: unknown, connected: Connected) => {
    const gone = used || socket.destroyed
    used = true
    queueMicrotask(() => {
      if (gone) connected(closed(), null)
      else connected(null, socket)
    })
  }
}

function closed(): Error {
  return Object.assign(new Error('closed'), { code: 'ECONNRESET' })
}

async function ask(client: Client, request: HttpRequest): Promise<HttpAnswer> {
  const { statusCode, headers, body } = await client.request({
    path: request.url.pathname + request.url.search,
    method: request.method,
    headers: request.headers,
    body: request.body ?? null,
    responseHeaders: 'raw',
  })
  return { status: statusCode, headers: fields(headers), body }
}

// With `responseHeaders: 'raw'` undici gives a flat list of names and values.
function fields(raw: unknown): HeaderField[] {
  const flat = raw as readonly string[]
  const list: HeaderField[] = []
  for (let i = 0; i + 1 < flat.length; i += 2)
    list.push([`${flat[i]}`, `${flat[i + 1]}`])
  return list
}
