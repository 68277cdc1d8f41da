import { timingSafeEqual } from 'node:crypto'
import type { ApiKey } from '../../store/words/accounts.js'
import type { Service } from '../service.js'
import { secretSha256 } from './subjects.js'

/** What every token of prepaid answers begins with. */
export const PACK_PREFIX = 'assay_pack_'

/** What a caller showed of himself. */
export type Credential =
  | { readonly kind: 'none' }
  | { readonly kind: 'key'; readonly key: ApiKey }
  /** A token of prepaid answers; nothing was taken from it yet. */
  | { readonly kind: 'pack'; readonly token_sha256: string }
  /** A secret that is nobody's: 401 `invalid_api_key`. */
  | { readonly kind: 'unknown' }

type Reader = {
  readonly store: Pick<Service['store'], 'keyByHash'>
  readonly settings: Pick<Service['settings'], 'exemptKeys'>
}

/**
 * Reads `Authorization: Bearer …`, else `x-api-key`: a key of the operator's
 * list, a token of prepaid answers or a key of the store.
 */
export async function readCredential(
  { store, settings }: Reader,
  header: (name: string) => string | undefined,
): Promise<Credential> {
  const secret = secretIn(header('authorization'), header('x-api-key'))
  if (secret === null) return { kind: 'none' }
  return credentialOf({ store, settings }, secret)
}

/** The same for a secret that came by another way, e.g. a tool's argument. */
export async function credentialOf(
  { store, settings }: Reader,
  secret: string,
): Promise<Credential> {
  if (secret.length > MOST_CHARACTERS) return { kind: 'unknown' }
  const sha256 = secretSha256(secret)
  if (secret.startsWith(PACK_PREFIX))
    return { kind: 'pack', token_sha256: sha256 }
  if (settings.exemptKeys.some((listed) => isSameHash(listed, sha256)))
    return { kind: 'key', key: exemptKey(sha256) }
  const key = await store.keyByHash(sha256)
  return key === undefined ? { kind: 'unknown' } : { kind: 'key', key }
}

const MOST_CHARACTERS = 256

function secretIn(
  authorization: string | undefined,
  apiKey: string | undefined,
): string | null {
  const bearer = /^Bearer +(\S+)\s*$/i.exec(authorization ?? '')?.[1]
  const plain = apiKey?.trim()
  return bearer ?? (plain === undefined || plain === '' ? null : plain)
}

function isSameHash(listed: string, sha256: string): boolean {
  const a = Buffer.from(listed.trim().toLowerCase())
  const b = Buffer.from(sha256)
  return a.length === b.length && timingSafeEqual(a, b)
}

/** Keys of the operator's list stand in no store. */
function exemptKey(sha256: string): ApiKey {
  return {
    id: `exempt-${sha256.slice(0, 16)}`,
    key_sha256: sha256,
    created_at: 0,
    tier: 'exempt',
    label: null,
  }
}
