import { isEvmAddress, isSolanaAddress } from '../address/address.js'

export type AddressFamily = 'eip155' | 'solana' | 'base58' | 'bech32' | 'other'

export type ListedAddress = {
  readonly family: AddressFamily
  /** What addresses of lists are compared by. */
  readonly key: string
}

/**
 * Reads an address of any chain. EVM addresses and bech32 have a key in lower
 * case, one on every chain; all others are compared exactly. `undefined` for a
 * text that cannot be an address.
 */
export function listedAddress(text: string): ListedAddress | undefined {
  if (HEX_START.test(text)) return hexAddress(`0x${text.slice(2)}`)
  if (BECH32.test(text)) return { family: 'bech32', key: text.toLowerCase() }
  if (BASE58.test(text)) {
    const family = isSolanaAddress(text) ? 'solana' : 'base58'
    return { family, key: text }
  }
  return OTHER.test(text) ? { family: 'other', key: text } : undefined
}

/** The key of an address; of anything else, the text itself. */
export function listedAddressKey(text: string): string {
  return listedAddress(text)?.key ?? text
}

const HEX_START = /^0x/i
const HEX_64 = /^0x[0-9a-f]{64}$/i
const BECH32 = /^(bc1|ltc1)[0-9a-z]{20,90}$/i
const BASE58 = /^[1-9A-HJ-NP-Za-km-z]{25,110}$/
const OTHER = /^[0-9A-Za-z][0-9A-Za-z:._-]{15,127}$/

function hexAddress(text: string): ListedAddress | undefined {
  if (isEvmAddress(text)) return { family: 'eip155', key: text.toLowerCase() }
  // Chains outside the family write 32 bytes this way (Sui, Aptos, Starknet).
  return HEX_64.test(text)
    ? { family: 'other', key: text.toLowerCase() }
    : undefined
}
