import { base58Of } from './base58.js'

export type SolanaInstruction = {
  readonly program: string
  /** Addresses; null for one that an address table would fill in. */
  readonly accounts: readonly (string | null)[]
  readonly data: Uint8Array
}

export type SolanaMessage = {
  readonly fee_payer: string
  readonly instructions: readonly SolanaInstruction[]
}

/** Reads a legacy or v0 message; `undefined` when the bytes are none. */
export function readSolanaMessage(
  bytes: Uint8Array,
): SolanaMessage | undefined {
  try {
    return readAll(cursor(bytes))
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

type Cursor = {
  readonly byte: () => number
  readonly take: (length: number) => Uint8Array
  readonly count: () => number
  readonly isAtEnd: () => boolean
}

function readAll(read: Cursor): SolanaMessage | undefined {
  const head = read.byte()
  const isVersioned = (head & 0x80) !== 0
  if (isVersioned && head !== 0x80) return undefined
  // How many sign, and how many accounts are read-only.
  read.take(isVersioned ? 3 : 2)
  const keys = listOf(read, () => base58Of(read.take(32)))
  read.take(32)
  const instructions = listOf(read, () => ({
    program: keys[read.byte()] ?? '',
    accounts: listOf(read, () => keys[read.byte()] ?? null),
    data: read.take(read.count()),
  }))
  // Address tables: their accounts stay unknown, and are refused where used.
  if (isVersioned)
    listOf(read, () => {
      read.take(32)
      read.take(read.count())
      read.take(read.count())
    })
  const [fee_payer] = keys
  if (fee_payer === undefined || !read.isAtEnd()) return undefined
  return { fee_payer, instructions }
}

function listOf<Item>(read: Cursor, one: () => Item): Item[] {
  return Array.from({ length: read.count() }, one)
}

function cursor(bytes: Uint8Array): Cursor {
  let at = 0
  const byte = () => {
    const value = bytes[at++]
    if (value === undefined) throw new RangeError('the message ends too early')
    return value
  }
  return {
    byte,
    take: (length) => {
      at += length
      if (at > bytes.length) throw new RangeError('the message ends too early')
      return bytes.subarray(at - length, at)
    },
    // Compact-u16: seven bits a byte, at most three bytes.
    count: () => {
      let value = 0
      for (let shift = 0; shift < 21; shift += 7) {
        const next = byte()
        value |= (next & 0x7f) << shift
        if (next < 0x80) return value
      }
      throw new RangeError('a count that is too long')
    },
    isAtEnd: () => at === bytes.length,
  }
}
