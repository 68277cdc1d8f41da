import type { Readable } from 'node:stream'
import { createWire, wireCapOf } from './body-reader.js'
import type { BodyEnd } from './fetch-types.js'
import { inflate, readCodings } from './inflate.js'

/** A body on its way. To be read once, to the end or until it is given up. */
export type BodyStream = {
  /** Inflated bytes; ends without an error whatever ends the body. */
  readonly chunks: AsyncIterable<Uint8Array>
  /** What ended the body; null while it goes on and when it was given up. */
  readonly end: () => BodyEnd | null
}

/**
 * Hands a body on as it comes, at most `cap` bytes of it, counted after
 * inflating. The source is destroyed at the end.
 */
export function streamBody(
  source: Readable,
  contentEncoding: string,
  cap: number,
  signal: AbortSignal,
): BodyStream {
  source.on('error', () => {})
  const codings = readCodings(contentEncoding)
  const wire = createWire(source, wireCapOf(codings, cap))
  let bytes: AsyncIterable<Buffer> = wire.chunks()
  for (const coding of codings) bytes = inflate(bytes, coding)
  let end: BodyEnd | null = null
  async function* chunks(): AsyncGenerator<Uint8Array> {
    try {
      const within = yield* upTo(cap, bytes)
      end = within && !wire.capped() ? 'complete' : 'cap'
    } catch {
      end = brokenBy(signal, wire)
    } finally {
      source.destroy()
    }
  }
  return { chunks: chunks(), end: () => end }
}

/** Hands on at most `cap` bytes; false when there were more. */
async function* upTo(
  cap: number,
  bytes: AsyncIterable<Buffer>,
): AsyncGenerator<Uint8Array, boolean> {
  let room = cap
  for await (const chunk of bytes) {
    if (room > 0) yield chunk.subarray(0, room)
    room -= chunk.length
    if (room < 0) return false
  }
  return true
}

function brokenBy(
  signal: AbortSignal,
  wire: { readonly failed: () => boolean },
): BodyEnd {
  if (signal.aborted) return 'deadline'
  return wire.failed() ? 'lost' : 'undecodable'
}
