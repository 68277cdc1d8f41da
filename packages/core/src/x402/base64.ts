export type DecodedBase64 = {
  readonly bytes: Uint8Array
  /** A character of the URL alphabet (`-`, `_`) stood in the text. */
  readonly url: boolean
}

/**
 * Decodes base64 as sellers write it: ASCII blanks are ignored, up to two `=`
 * may stand at the end or be missing, both alphabets are read. `undefined` for
 * any other character, padding inside, or 4n+1 characters.
 */
export function decodeBase64(text: string): DecodedBase64 | undefined {
  const decoded = decodeDense(text)
  if (decoded !== undefined || !BLANK.test(text)) return decoded
  return decodeDense(text.replace(BLANKS, ''))
}

const BLANK = /[\t-\r ]/
const BLANKS = /[\t-\r ]+/g
const ALPHABET =
  'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const PADDING = 0x3d
const MOST_PADDING = 2

const ENCODER = new TextEncoder()
// The value of each byte, −1 for what is no digit of either alphabet.
const DIGITS = new Int8Array(256).fill(-1)
for (let i = 0; i < 64; i++) DIGITS[ALPHABET.charCodeAt(i)] = i
DIGITS['-'.charCodeAt(0)] = 62
DIGITS['_'.charCodeAt(0)] = 63

function decodeDense(text: string): DecodedBase64 | undefined {
  const codes = ENCODER.encode(text)
  const length = lengthWithoutPadding(codes)
  const rest = length % 4
  if (rest === 1) return undefined
  const bytes = new Uint8Array(Math.floor((length * 3) / 4))
  let out = 0
  for (let i = 0; i < length - rest; i += 4) {
    const bits =
      (digitAt(codes, i) << 18) |
      (digitAt(codes, i + 1) << 12) |
      (digitAt(codes, i + 2) << 6) |
      digitAt(codes, i + 3)
    if (bits < 0) return undefined
    bytes[out++] = bits >> 16
    bytes[out++] = bits >> 8
    bytes[out++] = bits
  }
  if (rest > 0 && !decodeRest(codes, length, bytes)) return undefined
  return { bytes, url: text.includes('-') || text.includes('_') }
}

/** The last two or three characters; false when one is no digit. */
function decodeRest(
  codes: Uint8Array,
  length: number,
  bytes: Uint8Array,
): boolean {
  const first = length - (length % 4)
  // Two characters hold one byte, three hold two: a missing one adds no bits.
  const third = first + 2 < length ? digitAt(codes, first + 2) << 6 : 0
  const bits =
    (digitAt(codes, first) << 18) | (digitAt(codes, first + 1) << 12) | third
  const out = (first / 4) * 3
  bytes[out] = bits >> 16
  // Where there is no second byte, this is outside of the array and dropped.
  bytes[out + 1] = bits >> 8
  return bits >= 0
}

function digitAt(codes: Uint8Array, at: number): number {
  return DIGITS[codes[at] as number] as number
}

function lengthWithoutPadding(codes: Uint8Array): number {
  const least = Math.max(codes.length - MOST_PADDING, 0)
  let length = codes.length
  while (length > least && codes[length - 1] === PADDING) length--
  return length
}
