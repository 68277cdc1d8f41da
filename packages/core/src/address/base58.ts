const DIGITS = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/** Base58 of bytes (Bitcoin alphabet). */
export function base58Of(bytes: Uint8Array): string {
  let zeros = 0
  while (bytes[zeros] === 0) zeros++
  let number = 0n
  for (const byte of bytes) number = number * 256n + BigInt(byte)
  let text = ''
  for (; number > 0n; number /= 58n) text = DIGITS[Number(number % 58n)] + text
  return '1'.repeat(zeros) + text
}

/**
 * The bytes of base58 text of at most `most` digits, none for an empty text;
 * `undefined` for what is longer or no base58. The work grows with the square
 * of `most`.
 */
export function bytesOfBase58(
  text: string,
  most: number,
): Uint8Array | undefined {
  if (text.length > most) return undefined
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
