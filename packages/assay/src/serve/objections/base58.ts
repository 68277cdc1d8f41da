const DIGITS = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/** No key and no signature is longer. */
const LONGEST = 90

/** The bytes of base58 text (Bitcoin alphabet); undefined when it is none. */
export function bytesOfBase58(text: string): Uint8Array | undefined {
  if (text === '' || text.length > LONGEST) return undefined
  let number = 0n
  for (const character of text) {
    const digit = DIGITS.indexOf(character)
    if (digit < 0) return undefined
    number = number * 58n + BigInt(digit)
  }
  const bytes: number[] = []
  for (; number > 0n; number >>= 8n) bytes.unshift(Number(number & 0xffn))
  const zeros = /^1*/.exec(text)?.[0].length ?? 0
  return Uint8Array.from([...Array<number>(zeros).fill(0), ...bytes])
}
