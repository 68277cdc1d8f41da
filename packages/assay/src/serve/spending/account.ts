import { sha256Hex } from '@assay402/core'
import type { Caller } from '../answer.js'
import type { ServiceSettings } from '../service.js'

/** The names of a self-hosted service's ledgers are secrets too. */
const SECRET = /^Bearer ([\x21-\x7e]{16,256})$/i

/**
 * The ledger that a caller's key names. An open service knows no keys: there
 * any bearer text of at least 16 characters names one. Undefined: no key.
 */
export function accountOf(
  { open }: Pick<ServiceSettings, 'open'>,
  { key }: Pick<Caller, 'key'>,
  headers: { readonly authorization: string | undefined },
): string | undefined {
  if (key !== null) return `key:${key.id}`
  if (!open) return undefined
  const [, secret] = SECRET.exec(headers.authorization ?? '') ?? []
  return secret === undefined ? undefined : `open:${sha256Hex(secret)}`
}
