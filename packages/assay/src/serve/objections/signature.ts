import { isEvmAddress, isSolanaAddress, sameAddress } from '@assay402/core'
import { ed25519 } from '@noble/curves/ed25519.js'
import { type Hex, recoverMessageAddress } from 'viem'
import { bytesOfBase58 } from './base58.js'

/**
 * True when `wallet` signed the text: EIP-191 `personal_sign` (hex) of an EVM
 * wallet, Ed25519 (base58 or base64) of a Solana one. Never throws.
 */
export async function isSignedBy(
  wallet: string,
  text: string,
  signature: string,
): Promise<boolean> {
  try {
    if (isEvmAddress(wallet))
      return await isPersonallySigned(wallet, text, signature)
    return isSolanaAddress(wallet) && isSolanaSigned(wallet, text, signature)
  } catch {
    // Unreadable signatures sign nothing.
    return false
  }
}

async function isPersonallySigned(
  wallet: string,
  text: string,
  signature: string,
): Promise<boolean> {
  if (!/^0x[0-9a-fA-F]{130}$/.test(signature)) return false
  const signer = await recoverMessageAddress({
    message: text,
    signature: signature as Hex,
  })
  return sameAddress(signer, wallet)
}

function isSolanaSigned(
  wallet: string,
  text: string,
  signature: string,
): boolean {
  const key = bytesOfBase58(wallet)
  const bytes = signatureBytes(signature)
  if (key?.length !== 32 || bytes?.length !== 64) return false
  // Strictly: a key of small order would have signed everything.
  const message = new TextEncoder().encode(text)
  return ed25519.verify(bytes, message, key, { zip215: false })
}

/** 64 bytes in base64 are 86 to 88 characters and rarely fit base58 too. */
function signatureBytes(signature: string): Uint8Array | undefined {
  const base58 = bytesOfBase58(signature)
  if (base58?.length === 64) return base58
  return /^[A-Za-z0-9+/_-]{86}(==)?$/.test(signature)
    ? Buffer.from(signature, 'base64')
    : undefined
}
