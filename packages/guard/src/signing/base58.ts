const DIGITS = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

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

/** The 32 bytes of an address; `undefined` when it is none. */
export function bytesOfBase58(text: string): Uint8Array | undefined {
  if (text.length > 44) return undefined
  let number = 0n
  for (const character of text) {
    const digit = DIGITS.indexOf(character)
    if (digit < 0) return undefined
    number = number * 58n + BigInt(digit)
  }
  const bytes = new Uint8Array(32)
  for (let at = 31; at >= 0; at--) {
    bytes[at] = Number(number & 0xffn)
    number >>= 8n
  }
  return number === 0n && base58Of(bytes) === text ? bytes : undefined
}
