const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** A ULID of a moment (epoch milliseconds) and 10 random bytes. */
export function ulid(nowMs: number, random: Uint8Array): string {
  let value = BigInt(nowMs)
  for (const byte of random.subarray(0, 10))
    value = (value << 8n) | BigInt(byte)
  let text = ''
  for (let i = 0; i < 26; i++) {
    text = CROCKFORD.charAt(Number(value & 31n)) + text
    value >>= 5n
  }
  return text
}

/** 128 random bits as lower-case hex: report and receipt ids. */
export function randomId(random: Uint8Array): string {
  return Buffer.from(random.subarray(0, 16)).toString('hex')
}
