import { keccak_256 } from '@noble/hashes/sha3.js'

/** `0x` and 40 hex digits in any case. */
export function isEvmAddress(text: string): boolean {
  if (text.length !== 42 || !text.startsWith('0x')) return false
  for (let i = 2; i < 42; i++) if (!isHexDigit(text.charCodeAt(i))) return false
  return true
}

/** Base58 of exactly 32 bytes (Bitcoin alphabet). */
export function isSolanaAddress(text: string): boolean {
  if (text.length < 32 || text.length > 44) return false
  let zeros = 0
  while (text.charCodeAt(zeros) === BASE58_ZERO) zeros++
  return base58Bytes(text, zeros) === 32 - zeros
}

/**
 * What two addresses are compared by: EVM addresses in lower case, every other
 * text exactly as it is.
 */
export function addressKey(address: string): string {
  return isEvmAddress(address) ? address.toLowerCase() : address
}

/** Equal as addresses: EVM without case, others exactly. */
export function sameAddress(a: string, b: string): boolean {
  return a === b || addressKey(a) === addressKey(b)
}

/**
 * True for a mixed-case EVM address whose EIP-55 checksum is wrong. All lower
 * and all upper case carry no checksum and are never wrong.
 */
export function hasWrongChecksum(address: string): boolean {
  const known = checked.get(address)
  if (known !== undefined) return known
  const hex = address.slice(2)
  const lower = hex.toLowerCase()
  const mixed = hex !== lower && hex !== hex.toUpperCase()
  const wrong =
    mixed && !followsChecksum(hex, keccak_256(ENCODER.encode(lower)))
  if (checked.size >= CHECKED_LIMIT) checked.clear()
  checked.set(address, wrong)
  return wrong
}

// Keccak costs more than the rest of reading an offer, and sellers repeat
// their addresses: the answers are remembered, bounded, and depend on nothing
// but the address.
const CHECKED_LIMIT = 4_096
const checked = new Map<string, boolean>()

const ENCODER = new TextEncoder()
const UPPER_A = 0x41
const LOWER_A = 0x61
const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
const BASE58_ZERO = 0x31
const BASE58_DIGITS = new Int8Array(128).fill(-1)
for (let i = 0; i < BASE58.length; i++) BASE58_DIGITS[BASE58.charCodeAt(i)] = i

// A limb times 58 plus a carry stays far below 2^53.
const LIMB = 2 ** 32

/** Bytes that the number after `from` needs; −1 for a character outside. */
function base58Bytes(text: string, from: number): number {
  const limbs: number[] = []
  for (let i = from; i < text.length; i++) {
    let carry = BASE58_DIGITS[text.charCodeAt(i)] ?? -1
    if (carry < 0) return -1
    for (let at = 0; at < limbs.length; at++) {
      const sum = (limbs[at] as number) * 58 + carry
      carry = Math.floor(sum / LIMB)
      limbs[at] = sum - carry * LIMB
    }
    if (carry > 0) limbs.push(carry)
  }
  const top = limbs.at(-1)
  if (top === undefined) return 0
  return (limbs.length - 1) * 4 + Math.ceil((32 - Math.clz32(top)) / 8)
}

function isHexDigit(code: number): boolean {
  const lower = code | 0x20
  return (code >= 0x30 && code <= 0x39) || (lower >= 0x61 && lower <= 0x66)
}

/** EIP-55: a letter is upper case exactly when its hash digit is 8 or more. */
function followsChecksum(hex: string, hash: Uint8Array): boolean {
  for (let i = 0; i < hex.length; i++) {
    const code = hex.charCodeAt(i)
    if (code < UPPER_A) continue
    const byte = hash[i >> 1] as number
    const digit = i % 2 === 0 ? byte >> 4 : byte & 0x0f
    if (code < LOWER_A !== digit >= 8) return false
  }
  return true
}
