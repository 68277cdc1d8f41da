import { createHash } from 'node:crypto'
import { ed25519 } from '@noble/curves/ed25519.js'
import { base58Of, bytesOfBase58 } from './base58.js'

/** Programs that hold tokens. */
export const TOKEN_PROGRAMS = {
  token: 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  token_2022: 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
} as const

const ASSOCIATED = 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL'
const MARKER = new TextEncoder().encode('ProgramDerivedAddress')

/**
 * The associated token account of a wallet: where payments in a token go.
 * Throws TypeError when one of the three is no address.
 */
export function tokenAccountOf(
  wallet: string,
  program: string,
  mint: string,
): string {
  const seeds = [wallet, program, mint].map(addressBytes)
  const owner = addressBytes(ASSOCIATED)
  for (let bump = 255; bump >= 0; bump--) {
    const hash = createHash('sha256')
    for (const part of [...seeds, Uint8Array.of(bump), owner, MARKER])
      hash.update(part)
    const address = hash.digest()
    // An address with a key could be anybody's: only those off the curve.
    if (!isOnCurve(address)) return base58Of(address)
  }
  throw new TypeError(`${wallet} has no token account`)
}

/**
 * The wallet's accounts of a token: of the program it belongs to, and of both
 * token programs when that is not known.
 */
export function tokenAccountsOf(
  wallet: string,
  mint: string,
  program?: string | undefined,
): string[] {
  const both = Object.values(TOKEN_PROGRAMS)
  const its = both.filter((one) => one === program)
  return (its.length > 0 ? its : both).map((one) =>
    tokenAccountOf(wallet, one, mint),
  )
}

function addressBytes(text: string): Uint8Array {
  const bytes = bytesOfBase58(text)
  if (bytes?.length !== 32) throw new TypeError(`${text} is no address`)
  return bytes
}

function isOnCurve(bytes: Uint8Array): boolean {
  try {
    ed25519.Point.fromBytes(bytes)
    return true
  } catch {
    return false
  }
}
