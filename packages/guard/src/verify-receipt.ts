import { digestOf, isObject, own } from '@assay402/core/light'
import { createKeys, type Jwks } from './judge/keys.js'
import { readReceipt } from './judge/receipt.js'

export type ReceiptToVerify = {
  /** Compact JWS. */
  readonly receipt: string
  /** The only keys that are believed. */
  readonly jwks: Jwks
  /** Milliseconds since 1970. */
  readonly now: number
  /** `iss` that it must have; any when not said. */
  readonly issuer?: string | undefined
  /** `aud` that it must have; any when not said. */
  readonly audience?: string | undefined
  /** The report it must be about, with or without its member `receipt`. */
  readonly report?: unknown
}

/**
 * The claims of a receipt that holds: signature, type, times, and what else was
 * asked for. Rejects with the reason otherwise. Asks nobody.
 */
export async function verifyReceipt(
  given: ReceiptToVerify,
): Promise<Readonly<Record<string, unknown>>> {
  const keys = createKeys(given.jwks, async () => given.jwks)
  const { now, issuer, audience } = given
  const claims = await readReceipt(given.receipt, keys, {
    now,
    issuer,
    audience,
  })
  if (given.report !== undefined) checkReport(claims, given.report)
  return claims
}

function checkReport(
  claims: Readonly<Record<string, unknown>>,
  given: unknown,
): void {
  if (!isObject(given)) throw new Error('the report is no object')
  const { receipt: _, ...report } = given
  if (claims['report_sha256'] !== digestOf(report))
    throw new Error('it signs another report')
  if (claims['decision'] !== own(report, 'decision'))
    throw new Error('it signs another decision')
}
