import type { Readable } from 'node:stream'
import type { BodyEnd } from './fetch-types.js'
import { type Coding, inflate, readCodings } from './inflate.js'

export type ReadBody = { readonly bytes: Uint8Array; readonly end: BodyEnd }

/**
 * Reads a body up to `cap` bytes, counted after inflating, and stops there. It
 * never rejects: `end` is what ended it, the bytes so far are kept. Codings
 * that we do not know are kept as they came. The source is destroyed.
 */
export async function readBody(
  source: Readable,
  contentEncoding: string,
  cap: number,
  signal: AbortSignal,
): Promise<ReadBody> {
  // Destroying a body early makes it emit an error that nobody waits for.
  source.on('error', () => {})
  const codings = readCodings(contentEncoding)
  if (codings.length === 0) return readPlain(source, cap, signal)
  const wire = createWire(source, wireCapOf(codings, cap))
  let bytes: AsyncIterable<Buffer> = wire.chunks()
  for (const coding of codings) bytes = inflate(bytes, coding)
  const kept = createKeeper(cap)
  try {
    for await (const chunk of bytes) if (kept.add(chunk) === 'full') break
  } catch {
    const broken = wire.failed() ? 'lost' : 'undecodable'
    return { bytes: kept.bytes(), end: signal.aborted ? 'deadline' : broken }
  } finally {
    source.destroy()
  }
  const capped = kept.overflowed() || wire.capped()
  return { bytes: kept.bytes(), end: capped ? 'cap' : 'complete' }
}

/** Most bodies are plain: without iterators they cost half as much. */
function readPlain(
  source: Readable,
  cap: number,
  signal: AbortSignal,
): Promise<ReadBody> {
  const kept = createKeeper(cap)
  return new Promise((resolve) => {
    const finish = (end: BodyEnd) => {
      source.destroy()
      resolve({ bytes: kept.bytes(), end })
    }
    const broken = () => finish(signal.aborted ? 'deadline' : 'lost')
    if (source.destroyed) return broken()
    source.once('error', broken)
    source.once('close', broken)
    source.once('end', () => finish('complete'))
    source.on('data', (chunk: Buffer) => {
      if (kept.add(chunk) === 'full') finish('cap')
    })
  })
}

const NO_CAP = Number.POSITIVE_INFINITY
// Room for what a coding itself takes, however small the body.
const OVERHEAD = 1_024

/** How many bytes may come for a body of `cap` bytes once inflated. */
export function wireCapOf(codings: readonly Coding[], cap: number): number {
  return codings.length === 0 ? NO_CAP : cap * 2 + OVERHEAD
}

/**
 * The bytes as they come. A compressed stream can be endless and yield nothing,
 * so these are bounded too.
 */
export function createWire(source: Readable, cap: number) {
  let failed = false
  let size = 0
  return {
    failed: () => failed,
    capped: () => size > cap,
    async *chunks(): AsyncGenerator<Buffer> {
      try {
        for await (const chunk of source as AsyncIterable<Buffer>) {
          const room = cap - size
          size += chunk.length
          yield chunk.subarray(0, room)
          if (size > cap) return
        }
      } catch (error) {
        failed = true
        throw error
      }
    },
  }
}

function createKeeper(cap: number) {
  const chunks: Buffer[] = []
  let size = 0
  return {
    add(chunk: Buffer): 'full' | 'room' {
      const room = cap - size
      if (room > 0) chunks.push(chunk.subarray(0, room))
      size += chunk.length
      return size > cap ? 'full' : 'room'
    },
    overflowed: () => size > cap,
    bytes: () => new Uint8Array(Buffer.concat(chunks)),
  }
}
