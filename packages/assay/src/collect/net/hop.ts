import type { Socket } from 'node:net'
import { type ReadBody, readBody } from './body-reader.js'
import { type BodyStream, streamBody } from './body-stream.js'
import { type CheckedAddress, checkedAddresses } from './checked-addresses.js'
import type { Deadline } from './deadline.js'
import type { Dialer } from './dial.js'
import { exchange, type HttpAnswer } from './exchange.js'
import { failureOf, refused, timedOut } from './failures.js'
import type { FetchLimits, HeaderField, Peer } from './fetch-types.js'
import type { Errand } from './redirect.js'
import { type Cargo, requestHeaders } from './request-headers.js'
import type { NameResolver } from './resolver.js'
import { isRefusal, type Target } from './url-policy.js'

/** What a hop works with; one for all hops of a fetch. */
export type HopTools = {
  readonly userAgent: string
  readonly carries: Cargo
  readonly clock: () => number
  readonly resolver: NameResolver
  readonly dialer: Dialer
  readonly limits: FetchLimits
  readonly deadline: Deadline
}

/** How far a hop came; filled in while it goes, so that a failure shows it. */
export type HopProgress = {
  url: string
  peer: Peer | null
  dnsMs: number | null
  connectMs: number | null
  firstByteMs: number | null
}

/** An answer whose body is not read yet. One of the three must be called. */
export type OpenAnswer = {
  readonly status: number
  readonly headers: readonly HeaderField[]
  readonly peer: Peer
  readonly readBody: () => Promise<ReadBody>
  /** The connection stays open: to be closed when the body is read. */
  readonly streamBody: () => BodyStream
  readonly close: () => void
}

/** Progress of a hop that has not begun. */
export function noProgress(url: string): HopProgress {
  return { url, peer: null, dnsMs: null, connectMs: null, firstByteMs: null }
}

/** Resolves, checks, connects and asks; throws what `failureOf` understands. */
export async function openHop(
  errand: Errand,
  target: Target,
  tools: HopTools,
  progress: HopProgress,
): Promise<OpenAnswer> {
  const { clock, deadline, limits } = tools
  const hasBody = errand.body === undefined ? 'no body' : 'body'
  const { userAgent, carries } = tools
  const headers = requestHeaders(userAgent, errand.headers, hasBody, carries)
  if (isRefusal(headers)) throw refused(headers.code, headers.detail)
  const started = clock()
  const addresses = await deadline.race(
    checkedAddresses(target, tools.resolver),
  )
  progress.dnsMs = clock() - started
  const { socket, peer } = await connect(target, addresses, tools)
  progress.peer = peer
  progress.connectMs = clock() - started - progress.dnsMs
  const { headerBytes } = limits
  const asked = clock()
  const { method, body } = errand
  const { url } = target
  const request = { url, method, headers, body, headerBytes }
  const { answer, close } = exchange(socket, request)
  // Cheaper than a signal for undici, which listens to it with every request.
  deadline.onEnd(close)
  try {
    const response = await firstByte(answer, tools)
    progress.firstByteMs = clock() - asked
    return opened(response, peer, close, tools)
  } catch (error) {
    close()
    throw error
  }
}

const MOST_ADDRESSES = 3

async function connect(
  target: Target,
  addresses: readonly CheckedAddress[],
  tools: HopTools,
): Promise<{ socket: Socket; peer: Peer }> {
  const protocol = target.url.protocol === 'https:' ? 'https:' : 'http:'
  const { host, port } = target
  let failure: unknown
  const tried = addresses.slice(0, MOST_ADDRESSES)
  const dial = tried.length === 1 ? dialOnly : dialOnce
  for (const { ip, family } of tried) {
    try {
      const socket = await dial({ protocol, ip, port, host }, tools)
      return { socket, peer: { ip, family, port } }
    } catch (error) {
      failure = error
      const { code } = failureOf(error)
      // A bad certificate is the seller's answer; another address is no cure.
      if (tools.deadline.signal.aborted || code === 'tls_failed') break
    }
  }
  throw failure
}

/** For the only address: its time being up is the end of everything. */
async function dialOnly(
  target: Parameters<Dialer>[0],
  { dialer, deadline, limits }: HopTools,
): Promise<Socket> {
  const stop = deadline.within(limits.connectMs, 'connect_timeout')
  try {
    const socket = await dialer(target, deadline.signal)
    return socket.on('error', () => {})
  } finally {
    stop()
  }
}

async function dialOnce(
  target: Parameters<Dialer>[0],
  { dialer, deadline, limits }: HopTools,
): Promise<Socket> {
  const attempt = new AbortController()
  const end = () => attempt.abort(deadline.signal.reason)
  const timer = setTimeout(
    () => attempt.abort(timedOut('connect_timeout', limits.connectMs)),
    limits.connectMs,
  )
  deadline.signal.addEventListener('abort', end)
  try {
    const socket = await dialer(target, attempt.signal)
    // From here on its errors show in what is asked over it.
    return socket.on('error', () => {})
  } finally {
    clearTimeout(timer)
    deadline.signal.removeEventListener('abort', end)
  }
}

async function firstByte(
  answer: Promise<HttpAnswer>,
  { deadline, limits }: HopTools,
): Promise<HttpAnswer> {
  const stop = deadline.within(limits.firstByteMs, 'first_byte_timeout')
  try {
    return await deadline.race(answer)
  } finally {
    stop()
  }
}

function opened(
  response: HttpAnswer,
  peer: Peer,
  close: () => void,
  { deadline, limits }: HopTools,
): OpenAnswer {
  const { status, headers, body } = response
  return {
    status,
    headers,
    peer,
    async readBody() {
      const coding = contentEncoding(headers)
      const { bodyBytes } = limits
      const read = await readBody(body, coding, bodyBytes, deadline.signal)
      close()
      return read
    },
    streamBody() {
      const coding = contentEncoding(headers)
      return streamBody(body, coding, limits.bodyBytes, deadline.signal)
    },
    close() {
      body.on('error', () => {})
      close()
    },
  }
}

function contentEncoding(headers: readonly HeaderField[]): string {
  return headers
    .filter(([name]) => name.toLowerCase() === 'content-encoding')
    .map(([, value]) => value)
    .join(',')
}
