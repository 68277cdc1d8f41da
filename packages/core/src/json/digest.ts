import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { canonicalJson } from './canonical.js'

/** SHA-256 of UTF-8 text, lower-case hex. */
export function sha256Hex(text: string): string {
  return bytesToHex(sha256(ENCODER.encode(text)))
}

/** SHA-256 of the canonical JSON (RFC 8785) of a value, lower-case hex. */
export function digestOf(value: unknown): string {
  return sha256Hex(canonicalJson(value))
}

const ENCODER = new TextEncoder()
