import { bytesOfBase58 as decoded } from '@assay402/core'

export { base58Of } from '@assay402/core'

/** A signature has 64 bytes: 88 digits. */
const MOST_DIGITS = 100

/** The bytes of an address or a signature; `undefined` for other texts. */
export function bytesOfBase58(text: string): Uint8Array | undefined {
  return decoded(text, MOST_DIGITS)
}
