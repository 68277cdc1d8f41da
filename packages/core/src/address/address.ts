import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

const EVM = /^0x[0-9a-fA-F]{40}$/

/** `0x` and 40 hex digits in any case. */
export function isEvmAddress(text: string): boolean {
  return text.length === 42 && EVM.test(text)
}

/** Base58 of exactly 32 bytes (Bitcoin alphabet). */
export function isSolanaAddress(text: string): boolean {
  if (text.length < 32 || text.length > 44) return false
  let value = 0n
  for (let i = 0; i < text.length; i++) {
    const digit = BASE58.indexOf(text.charAt(i))
    if (digit < 0) return false
    value = value * 58n + BigInt(digit)
  }
  let zeros = 0
  while (text.charCodeAt(zeros) === 0x31) zeros++
  const bytes = value === 0n ? 0 : Math.ceil(value.toString(16).length / 2)
  return zeros + bytes === 32
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
  const hex = address.slice(2)
  const lower = hex.toLowerCase()
  if (hex === lower || hex === hex.toUpperCase()) return false
  const known = checked.get(hex)
  if (known !== undefined) return known
  const wrong = checksumOf(lower) !== hex
  if (checked.size >= CHECKED_LIMIT) checked.clear()
  checked.set(hex, wrong)
  return wrong
}

// Keccak costs more than the rest of reading an offer, and sellers repeat
// their addresses: the answers are remembered, bounded, and depend on nothing
// but the address.
const CHECKED_LIMIT = 4_096
const checked = new Map<string, boolean>()

const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

function checksumOf(lowerHex: string): string {
  const hash = bytesToHex(keccak_256(utf8ToBytes(lowerHex)))
  let out = ''
  for (let i = 0; i < lowerHex.length; i++) {
    const digit = lowerHex.charAt(i)
    out += hash.charCodeAt(i) >= 0x38 ? digit.toUpperCase() : digit
  }
  return out
}
