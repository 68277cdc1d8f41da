import { createHmac, timingSafeEqual } from 'node:crypto'

/** How old a signed delivery may be for a receiver, in seconds. */
const TOLERANCE_S = 300

/**
 * The header `assay-signature` of a delivery: `t=<unix seconds>,v1=<hex>`, the
 * HMAC-SHA256 by the watch's secret of the time, a dot and the body.
 */
export function signatureOf(
  body: string,
  secret: string,
  seconds: number,
): string {
  return `t=${seconds},v1=${macOf(body, secret, seconds)}`
}

/**
 * What a receiver does: true when the signature is of this body by this secret
 * and not older or newer than five minutes.
 */
export function isSignedBy(
  header: string,
  body: string,
  secret: string,
  nowSeconds: number,
): boolean {
  const parts = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(header)
  if (parts === null) return false
  const seconds = Number(parts[1])
  if (Math.abs(nowSeconds - seconds) > TOLERANCE_S) return false
  const expected = Buffer.from(macOf(body, secret, seconds), 'hex')
  return timingSafeEqual(expected, Buffer.from(parts[2] as string, 'hex'))
}

function macOf(body: string, secret: string, seconds: number): string {
  return createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')
}
