import { isObject, own, sha256Hex } from '@assay402/core'
import { isoOf } from '../../questions/iso.js'
import type { StoredReceipt } from '../../store/words/receipts.js'

/** A receipt as everybody may see it. */
export type PublicReceipt = {
  readonly id: string
  readonly at: string
  readonly surface: string
  /** Without query values. */
  readonly url: string
  readonly host: string
  readonly verdict: string
  readonly reason_code: string | null
  readonly summary: unknown
  /** Null when it is not signed, or is only its holder's to show. */
  readonly jws: string | null
  /** Whoever holds the receipt can compare. */
  readonly jws_sha256: string | null
  /** Why `jws` is not shown. */
  readonly withheld: 'unsigned' | 'query_values' | 'audience' | 'body' | null
}

/**
 * Leaves out what only its holder may know: query values, audience, the hash of
 * his body (short ones can be guessed), report id.
 */
export function publicReceipt(receipt: StoredReceipt): PublicReceipt {
  const { id, surface, url, host, verdict, reason_code, summary } = receipt
  const withheld = withheldOf(receipt)
  return {
    id,
    at: isoOf(receipt.at),
    surface,
    url,
    host,
    verdict,
    reason_code,
    summary,
    jws: withheld === null ? receipt.jws : null,
    jws_sha256: receipt.jws === null ? null : sha256Hex(receipt.jws),
    withheld,
  }
}

/** True for what a caller said that it received: it is in no list. */
export function isSupplied({ summary }: StoredReceipt): boolean {
  return isObject(summary) && own(summary, 'basis') === 'supplied'
}

function withheldOf({ jws, url }: StoredReceipt): PublicReceipt['withheld'] {
  if (jws === null) return 'unsigned'
  // Its claims hold the whole resource, what was stored has only the names.
  if (url.includes('?')) return 'query_values'
  const claims = claimsOf(jws)
  if (own(claims, 'aud') !== undefined) return 'audience'
  const subject = own(claims, 'subject')
  const hash = isObject(subject) ? own(subject, 'body_sha256') : null
  return hash === undefined || hash === null ? null : 'body'
}

function claimsOf(jws: string): object {
  const [, body = ''] = jws.split('.')
  const claims: unknown = JSON.parse(
    Buffer.from(body, 'base64url').toString('utf8'),
  )
  return isObject(claims) ? claims : {}
}
