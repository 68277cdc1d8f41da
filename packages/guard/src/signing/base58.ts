import { bytesOfBase58 as decoded } from '@assay402/core/light'

export { base58Of } from '@assay402/core/light'

/** The 32 bytes of an address; `undefined` when it is none. */
export function bytesOfBase58(text: string): Uint8Array | undefined {
  const bytes = decoded(text, 44)
  return bytes?.length === 32 ? bytes : undefined
}
