const DIGITS = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
/** A signature has 64 bytes: 88 digits. */
const MOST_DIGITS = 100

/** Base58 of bytes. */
export function base58Of(bytes: Uint8Array): string {
  let zeros = 0
  while (bytes[zeros] === 0) zeros++
  let number = 0n
  for (const byte of bytes) number = number * 256n + BigInt(byte)
  let text = ''
  for (; number > 0n; number /= 58n) text = DIGITS[Number(number % 58n)] + text
  return '1'.repeat(zeros) + text
}

/** The bytes of an address or a signature; `undefined` for other texts. */
export function bytesOfBase58(text: string): Uint8Array | undefined {
  if (text.length > MOST_DIGITS) return undefined
  let zeros = 0
  while (text[zeros] === '1') zeros++
  let number = 0n
  for (const character of text) {
    const digit = DIGITS.indexOf(character)
    if (digit < 0) return undefined
    number = number * 58n + BigInt(digit)
  }
  const bytes: number[] = []
  for (; number > 0n; number >>= 8n) bytes.unshift(Number(number & 0xffn))
  return Uint8Array.from([...new Array<number>(zeros).fill(0), ...bytes])
}
