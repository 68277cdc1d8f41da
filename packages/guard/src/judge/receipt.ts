import type { Keys } from './keys.js'

export type ReceiptCheck = {
  /** Milliseconds since 1970. */
  readonly now: number
  /** Any, when undefined. */
  readonly issuer: string | undefined
  readonly audience: string | undefined
}

/** Seconds by which two clocks may differ. */
const SKEW_S = 30
const TYPE = 'assay-receipt+jws'

/**
 * The claims of a receipt whose signature, type, issuer, audience and times
 * hold. Rejects with the reason otherwise. The algorithm is EdDSA over
 * Ed25519, whatever the header would like.
 */
export async function readReceipt(
  receipt: string,
  keys: Keys,
  check: ReceiptCheck,
): Promise<Readonly<Record<string, unknown>>> {
  const parts = receipt.split('.')
  const [head = '', body = '', signature = ''] = parts
  if (parts.length !== 3) throw new Error('not a compact JWS')
  const header = objectOf(head)
  if (header['alg'] !== 'EdDSA' || header['typ'] !== TYPE)
    throw new Error('not a receipt signed with EdDSA')
  if (header['crit'] !== undefined) throw new Error('unknown critical header')
  const key = await keys.of(String(header['kid']), check.now)
  const isSigned = await crypto.subtle.verify(
    { name: 'Ed25519' },
    key,
    bytesOf(signature),
    new TextEncoder().encode(`${head}.${body}`),
  )
  if (!isSigned) throw new Error('the signature is wrong')
  const claims = objectOf(body)
  checkClaims(claims, check)
  return claims
}

function checkClaims(
  claims: Readonly<Record<string, unknown>>,
  { now, issuer, audience }: ReceiptCheck,
): void {
  const { iss, aud, iat, exp } = claims
  const seconds = now / 1000
  if (issuer !== undefined && iss !== issuer)
    throw new Error('of another issuer')
  if (audience !== undefined && aud !== audience)
    throw new Error('for another audience')
  if (typeof iat !== 'number' || iat > seconds + SKEW_S)
    throw new Error('from the future')
  if (typeof exp !== 'number' || exp <= seconds - SKEW_S)
    throw new Error('expired')
}

function objectOf(part: string): Record<string, unknown> {
  const text = new TextDecoder('utf-8', { fatal: true }).decode(bytesOf(part))
  const value: unknown = JSON.parse(text)
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Error('not a receipt')
  return value as Record<string, unknown>
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  if (!/^[A-Za-z0-9_-]*$/.test(base64url)) throw new Error('not base64url')
  const binary = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(binary, (character) => character.charCodeAt(0))
}
