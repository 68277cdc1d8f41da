import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { headerText, type StreamFetch } from '../collect/index.js'
import { LIST_LIMITS } from './policy.js'
import type { ListPart, ListSource } from './reading.js'
import { ListRefused } from './refused.js'

/** A source that keeps count of what was read through it. */
export type DigestedSource = ListSource & {
  /** SHA-256 of the bytes read so far, in the order of reading. */
  readonly sha256: () => string
}

/**
 * Where a list comes from: an http(s) URL, by our own way out, or a local file.
 * Reading throws `ListRefused` when the bytes did not all come.
 */
export function openSource(
  location: string,
  fetch: StreamFetch,
): DigestedSource {
  const hash = createHash('sha256')
  const isRemote = /^https?:\/\//i.test(location)
  return {
    location,
    sha256: () => hash.copy().digest('hex'),
    async read(use, beside) {
      const from = beside === undefined ? location : beside(location)
      const digested = (part: ListPart) =>
        use({ ...part, chunks: digesting(part.chunks, hash) })
      return isRemote ? remote(from, fetch, digested) : local(from, digested)
    },
  }
}

async function remote<Value>(
  url: string,
  fetch: StreamFetch,
  use: (part: ListPart) => Promise<Value>,
): Promise<Value> {
  const request = { url, headers: { accept: '*/*' }, limits: LIMITS }
  const result = await fetch(request, async (answer) => {
    if (answer.status !== 200)
      throw new ListRefused('http_status', `status ${answer.status}`)
    const last_modified = dateOf(headerText(answer.headers, 'last-modified'))
    const chunks = answer.body
    const used = await settle(use({ chunks, last_modified }))
    // A body that broke off explains whatever the reader found wrong.
    const end = answer.bodyEnd()
    if (end === 'cap')
      throw new ListRefused('too_large', `over ${LIST_LIMITS.list_bytes} bytes`)
    if (end !== null && end !== 'complete')
      throw new ListRefused('cut', `the download broke off (${end})`)
    if (!used.ok) throw used.error
    return used.value
  })
  if (result.outcome === 'response') return result.value
  throw new ListRefused('unreachable', `${result.code}: ${result.detail}`)
}

const LIMITS = {
  connectMs: LIST_LIMITS.connect_ms,
  firstByteMs: LIST_LIMITS.first_byte_ms,
  wholeMs: LIST_LIMITS.whole_ms,
  bodyBytes: LIST_LIMITS.list_bytes,
}

async function local<Value>(
  location: string,
  use: (part: ListPart) => Promise<Value>,
): Promise<Value> {
  const path = location.startsWith('file:') ? new URL(location) : location
  try {
    const chunks = createReadStream(path)
    return await use({ chunks, last_modified: null })
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).syscall
    if (code === undefined) throw error
    throw new ListRefused('no_file', (error as Error).message)
  }
}

type Settled<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly error: unknown }

async function settle<Value>(work: Promise<Value>): Promise<Settled<Value>> {
  try {
    return { ok: true, value: await work }
  } catch (error) {
    return { ok: false, error }
  }
}

async function* digesting(
  chunks: AsyncIterable<Uint8Array>,
  hash: { update(chunk: Uint8Array): unknown },
): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    hash.update(chunk)
    yield chunk
  }
}

function dateOf(header: string | undefined): string | null {
  const ms = header === undefined ? Number.NaN : Date.parse(header)
  return Number.isNaN(ms) ? null : new Date(ms).toISOString()
}
