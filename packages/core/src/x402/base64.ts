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
const URL_ONLY = 0x40
const FOREIGN = 0x80
const PADDING = 0x3d
const MOST_PADDING = 2

const ENCODER = new TextEncoder()
// The value of each byte; the URL alphabet and what is no digit carry a flag.
const DIGITS = new Uint8Array(256).fill(FOREIGN)
for (let i = 0; i < 64; i++) DIGITS[ALPHABET.charCodeAt(i)] = i
DIGITS[0x2d] = 62 | URL_ONLY
DIGITS[0x5f] = 63 | URL_ONLY

function decodeDense(text: string): DecodedBase64 | undefined {
  const codes = ENCODER.encode(text)
  const length = lengthWithoutPadding(codes)
  if (length % 4 === 1) return undefined
  const bytes = new Uint8Array(Math.floor((length * 3) / 4))
  const whole = length - (length % 4)
  let out = 0
  let flags = 0
  for (let i = 0; i < whole; i += 4) {
    const a = digitAt(codes, i)
    const b = digitAt(codes, i + 1)
    const c = digitAt(codes, i + 2)
    const d = digitAt(codes, i + 3)
    flags |= a | b | c | d
    bytes[out++] = (a << 2) | ((b >> 4) & 0x03)
    bytes[out++] = (b << 4) | ((c >> 2) & 0x0f)
    bytes[out++] = (c << 6) | (d & 0x3f)
  }
  if (whole < length) flags |= decodeRest(codes, whole, length, bytes)
  if ((flags & FOREIGN) !== 0) return undefined
  return { bytes, url: (flags & URL_ONLY) !== 0 }
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

/** The last two or three characters, which hold one or two bytes. */
function decodeRest(
  codes: Uint8Array,
  from: number,
  length: number,
  bytes: Uint8Array,
): number {
  const out = (from / 4) * 3
  const a = digitAt(codes, from)
  const b = digitAt(codes, from + 1)
  bytes[out] = (a << 2) | ((b >> 4) & 0x03)
  if (from + 2 === length) return a | b
  const c = digitAt(codes, from + 2)
  bytes[out + 1] = (b << 4) | ((c >> 2) & 0x0f)
  return a | b | c
}
