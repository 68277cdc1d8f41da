import { pipeline, type Transform } from 'node:stream'
import {
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
} from 'node:zlib'

export type Coding = 'gzip' | 'deflate' | 'br'

/**
 * The codings to undo, in that order. Empty when there are none, when one is
 * unknown to us, or when there are more than two.
 */
export function readCodings(contentEncoding: string): readonly Coding[] {
  const codings: Coding[] = []
  for (const part of contentEncoding.split(',')) {
    const name = part.trim().toLowerCase()
    if (name === '' || name === 'identity') continue
    const coding = NAMES.get(name)
    if (coding === undefined) return []
    codings.unshift(coding)
  }
  return codings.length > MAX_CODINGS ? [] : codings
}

/** Undoes one coding chunk by chunk; throws on bytes that are not in it. */
export async function* inflate(
  source: AsyncIterable<Buffer>,
  coding: Coding,
): AsyncGenerator<Buffer> {
  const chunks = source[Symbol.asyncIterator]()
  const first = await chunks.next()
  if (first.done === true) return
  const decoder = decoderOf(coding, first.value)
  const rest: AsyncIterable<Buffer> = { [Symbol.asyncIterator]: () => chunks }
  async function* whole() {
    yield first.value as Buffer
    yield* rest
  }
  pipeline(whole(), decoder, () => {})
  yield* decoder as AsyncIterable<Buffer>
}

const MAX_CODINGS = 2

const NAMES: ReadonlyMap<string, Coding> = new Map([
  ['gzip', 'gzip'],
  ['x-gzip', 'gzip'],
  ['deflate', 'deflate'],
  ['br', 'br'],
])

// As fetch clients do: what was inflated so far comes out at once, and a stream
// that lacks its end is no error.
const FLUSH = {
  flush: constants.Z_SYNC_FLUSH,
  finishFlush: constants.Z_SYNC_FLUSH,
}

function decoderOf(coding: Coding, first: Buffer): Transform {
  if (coding === 'gzip') return createGunzip(FLUSH)
  if (coding === 'br')
    return createBrotliDecompress({
      flush: constants.BROTLI_OPERATION_FLUSH,
      finishFlush: constants.BROTLI_OPERATION_FLUSH,
    })
  // Servers mean either form by "deflate"; only zlib's starts with method 8.
  const zlib = ((first[0] ?? 0) & 0x0f) === 8
  return zlib ? createInflate(FLUSH) : createInflateRaw(FLUSH)
}
