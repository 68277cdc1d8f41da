import { isEvmAddress, isSolanaAddress, parseUsd } from '@assay402/core'
import { z } from 'zod'

/** No seller needs a longer URL; longer text is not read. */
const LONGEST_URL = 2_048

/** An http(s) URL with a host. */
export const urlField = z
  .string('not text')
  .max(LONGEST_URL, `longer than ${LONGEST_URL} characters`)
  .transform((text) => text.trim())
  .refine(isHttpUrl, 'not an http(s) URL')

/** A USD price: a decimal, as text or as a number; a `$` before it is let go. */
export const usdField = z
  .union([z.string(), z.number()], 'not a price in USD')
  .transform((given) => String(given).trim().replace(/^\$/, ''))
  .refine(
    (text) => text.length <= 32 && parseUsd(text) !== undefined,
    'not a price in USD',
  )

/** A wallet of an EVM chain or of Solana. */
export const walletField = z
  .string('not text')
  .transform((text) => text.trim())
  .refine(
    (text) => isEvmAddress(text) || isSolanaAddress(text),
    'neither 0x and 40 hex digits nor a Solana address',
  )

/** A network id, in any spelling that challenges have. */
export const networkField = z
  .string('not text')
  .regex(/^[\x21-\x7e]{1,64}$/, 'not a network id of up to 64 characters')

/** `1`, `true`, `yes`, `on` and what they are not, or a JSON boolean. */
export const flagField = z
  .union(
    [z.boolean(), z.stringbool(), z.literal(1), z.literal(0)],
    'neither 1 nor 0',
  )
  .transform((given) => given === true || given === 1)

/** A short text that a caller names itself or its order by. */
export const nameField = z
  .union([z.string(), z.number()], 'not text')
  .transform((given) => String(given).trim())
  .pipe(
    z
      .string()
      .min(1, 'empty')
      .max(64, 'longer than 64 characters')
      .regex(/^[^\p{C}]*$/u, 'has control characters'),
  )

/** Atomic units: 1 to 78 digits. */
export const atomicField = z
  .union([z.string(), z.number()], 'not a number of atomic units')
  .transform(String)
  .pipe(z.string().regex(/^[0-9]{1,78}$/, 'not a number of atomic units'))

function isHttpUrl(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname } = new URL(text)
  return (protocol === 'https:' || protocol === 'http:') && hostname !== ''
}
