import { bytesOfBase58 as decoded } from '@assay402/core'

/** No key and no signature is longer. */
const LONGEST = 90

/** The bytes of base58 text (Bitcoin alphabet); undefined when it is none. */
export function bytesOfBase58(text: string): Uint8Array | undefined {
  return text === '' ? undefined : decoded(text, LONGEST)
}
