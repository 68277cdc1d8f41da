/** Whoever asks for a bucket could mean any of at least so many. */
export const LEAST_ENTRIES = 32

/** 65 536 buckets: a catalog that would need more is not in sight. */
const MOST_BITS = 16

/** Hex digits of an id that buckets are cut from. */
const DIGITS = MOST_BITS / 4

/**
 * The most bits by which ids (hex, evenly spread) can be told apart so that each
 * of the 2^bits buckets holds at least 32; 0 when there are fewer than 64.
 */
export function prefixBits(ids: readonly string[]): number {
  let counts = new Uint32Array(1 << MOST_BITS)
  for (const id of ids) {
    const place = Number.parseInt(id.slice(0, DIGITS), 16)
    counts[place] = (counts[place] ?? 0) + 1
  }
  let bits = MOST_BITS
  while (bits > 0 && counts.some((count) => count < LEAST_ENTRIES)) {
    counts = halved(counts)
    bits--
  }
  return bits
}

/** The bucket of an id, 0 to 2^bits - 1. */
export function bucketOf(id: string, bits: number): number {
  return Number.parseInt(id.slice(0, DIGITS), 16) >> (MOST_BITS - bits)
}

/** Hex digits that a prefix of so many bits is written in. */
export function prefixDigits(bits: number): number {
  return Math.ceil(bits / 4)
}

/**
 * The bucket that a prefix names: exactly `prefixDigits(bits)` lower-case hex
 * digits, the bits behind it zero. Undefined for any other text.
 */
export function bucketOfPrefix(
  prefix: string,
  bits: number,
): number | undefined {
  if (!/^[0-9a-f]*$/.test(prefix)) return undefined
  if (prefix.length !== prefixDigits(bits)) return undefined
  const spare = prefix.length * 4 - bits
  const value = prefix === '' ? 0 : Number.parseInt(prefix, 16)
  return value % (1 << spare) === 0 ? value >> spare : undefined
}

function halved(counts: Uint32Array): Uint32Array<ArrayBuffer> {
  const half = new Uint32Array(counts.length / 2)
  for (let i = 0; i < half.length; i++)
    half[i] = (counts[2 * i] ?? 0) + (counts[2 * i + 1] ?? 0)
  return half
}
