import { base58Of, bytesOfBase58 } from './base58.js'

const TOKEN_ACCOUNTS = 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL'
const MARKER = new TextEncoder().encode('ProgramDerivedAddress')

/**
 * The associated token account of a wallet: where a payment in a token has to
 * go. `undefined` when one of the three is no address.
 */
export async function tokenAccountOf(
  wallet: string,
  program: string,
  mint: string,
): Promise<string | undefined> {
  const seeds = [wallet, program, mint].map(bytesOfBase58)
  const owner = bytesOfBase58(TOKEN_ACCOUNTS)
  if (seeds.some((seed) => seed === undefined) || owner === undefined)
    return undefined
  for (let bump = 255; bump >= 0; bump--) {
    const hash = await sha256([
      ...(seeds as Uint8Array[]),
      Uint8Array.of(bump),
      owner,
      MARKER,
    ])
    if (!isOnCurve(hash)) return base58Of(hash)
  }
  return undefined
}

async function sha256(parts: readonly Uint8Array[]): Promise<Uint8Array> {
  const bytes = new Uint8Array(
    parts.reduce((sum, part) => sum + part.length, 0),
  )
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
}

// Edwards25519: −x² + y² = 1 + d·x²·y² over the field of P elements.
const P = 2n ** 255n - 19n
const D =
  37095705934669439343138083508754565189542113879843219016388785533085940283555n

/** True when 32 bytes are a point of the curve, and so could have a key. */
function isOnCurve(bytes: Uint8Array): boolean {
  let y = 0n
  for (let at = 31; at >= 0; at--) y = y * 256n + BigInt(bytes[at] as number)
  y &= 2n ** 255n - 1n
  if (y >= P) return false
  const ySquared = (y * y) % P
  const numerator = (ySquared - 1n + P) % P
  const denominator = (D * ySquared + 1n) % P
  // x² = numerator / denominator has a root when it is 0 or a square.
  const product = (numerator * denominator) % P
  return product === 0n || power(product, (P - 1n) / 2n) === 1n
}

function power(base: bigint, exponent: bigint): bigint {
  let result = 1n
  let square = base
  for (let left = exponent; left > 0n; left >>= 1n) {
    if (left & 1n) result = (result * square) % P
    square = (square * square) % P
  }
  return result
}
