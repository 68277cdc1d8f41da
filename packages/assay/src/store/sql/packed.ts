import { promisify } from 'node:util'
import {
  constants,
  deflateRaw,
  deflateRawSync,
  inflateRawSync,
} from 'node:zlib'
import { StoreFault } from '../errors.js'

// The first byte says how the rest is kept.
const AS_IS = 0
const DEFLATED = 1
/** Shorter bytes gain little and cost as much as storing them. */
const WORTH_DEFLATING = 1_024
/** Longer bytes are deflated off the event loop. */
const SLOW_TO_DEFLATE = 16_384
const SPEED = { level: constants.Z_BEST_SPEED }
// Setting up costs more than the work when little is to be deflated.
const SPEED_OF_LITTLE = { ...SPEED, windowBits: 12, memLevel: 5 }
const LITTLE = 4_096
const deflateAside = promisify(deflateRaw)

/** Bytes as they are stored: deflated when that makes them fewer. */
export async function pack(bytes: Uint8Array): Promise<Buffer> {
  if (bytes.length < WORTH_DEFLATING) return withMark(AS_IS, bytes)
  if (bytes.length > SLOW_TO_DEFLATE)
    return smaller(bytes, await deflateAside(bytes, SPEED))
  const options = bytes.length < LITTLE ? SPEED_OF_LITTLE : SPEED
  return smaller(bytes, deflateRawSync(bytes, options))
}

/** The bytes that were packed. Throws StoreFault when they are damaged. */
export function unpack(packed: Uint8Array): Buffer {
  const rest = packed.subarray(1)
  if (packed[0] === AS_IS) return Buffer.from(rest)
  try {
    if (packed[0] === DEFLATED) return inflateRawSync(rest)
  } catch {
    // Said below, in the same words as an unknown mark.
  }
  throw new StoreFault('stored bytes are damaged and cannot be read')
}

/** A value as packed JSON text. */
export function packJson(value: unknown): Promise<Buffer> {
  return pack(Buffer.from(JSON.stringify(value)))
}

/** The value of packed JSON text. */
export function unpackJson(packed: Uint8Array): unknown {
  return JSON.parse(unpack(packed).toString())
}

function smaller(bytes: Uint8Array, deflated: Uint8Array): Buffer {
  return deflated.length < bytes.length
    ? withMark(DEFLATED, deflated)
    : withMark(AS_IS, bytes)
}

function withMark(mark: number, bytes: Uint8Array): Buffer {
  const marked = Buffer.allocUnsafe(bytes.length + 1)
  marked[0] = mark
  marked.set(bytes, 1)
  return marked
}
