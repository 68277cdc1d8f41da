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
/** Shorter bytes gain nothing. */
const WORTH_DEFLATING = 512
const JSON_WORTH_DEFLATING = 1_024
/** Longer bytes are deflated off the event loop. */
const SLOW_TO_DEFLATE = 16_384
const SPEED = { level: constants.Z_BEST_SPEED }
// Setting up costs more than the work when little is to be deflated.
const SPEED_OF_LITTLE = { ...SPEED, windowBits: 12, memLevel: 5 }
const LITTLE = 4_096
const deflateAside = promisify(deflateRaw)

/** Bytes as they are stored: deflated when that makes them fewer. */
export async function pack(bytes: Uint8Array): Promise<Buffer> {
  return bytes.length > SLOW_TO_DEFLATE
    ? smaller(bytes, await deflateAside(bytes, SPEED))
    : packNow(bytes)
}

/** `pack` of small bytes, without a turn of the event loop. */
function packNow(bytes: Uint8Array): Buffer {
  return bytes.length < WORTH_DEFLATING
    ? withMark(AS_IS, bytes)
    : smaller(
        bytes,
        deflateRawSync(bytes, bytes.length < LITTLE ? SPEED_OF_LITTLE : SPEED),
      )
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

/** A value as packed JSON text; short text stays as it is, for speed. */
export async function packJson(value: unknown): Promise<Buffer> {
  const bytes = Buffer.from(JSON.stringify(value))
  return bytes.length < JSON_WORTH_DEFLATING
    ? withMark(AS_IS, bytes)
    : pack(bytes)
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
