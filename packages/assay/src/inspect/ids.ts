const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** A ULID of a moment (epoch milliseconds) and 10 random bytes. */
export function ulid(nowMs: number, random: Uint8Array): string {
  let time = ''
  for (let rest = nowMs, i = 0; i < TIME_DIGITS; i++) {
    time = CROCKFORD.charAt(rest % 32) + time
    rest = Math.floor(rest / 32)
  }
  let text = time
  let bits = 0
  let held = 0
  for (let i = 0; i < RANDOM_BYTES; i++) {
    held = ((held << 8) | (random[i] ?? 0)) & 0xfff
    for (bits += 8; bits >= 5; bits -= 5)
      text += CROCKFORD.charAt((held >> (bits - 5)) & 31)
  }
  return text
}

const TIME_DIGITS = 10
const RANDOM_BYTES = 10

/** 128 random bits as lower-case hex: report and receipt ids. */
export function randomId(random: Uint8Array): string {
  return Buffer.from(random.subarray(0, 16)).toString('hex')
}
