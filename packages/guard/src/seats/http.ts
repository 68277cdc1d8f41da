import { type Challenge, isObject } from '@assay402/core/light'
import type { LiveApproval } from '../approval/approval.js'
import type { ReceivedChallenge } from '../errors.js'
import { base64Json, jsonOfBase64, markedDocument } from './marker.js'

/** Headers in which a payment travels, by generation. */
const PAYMENT_HEADERS = ['payment-signature', 'x-payment'] as const
const CHALLENGE_HEADER = 'payment-required'
const SETTLEMENT_HEADERS = ['payment-response', 'x-payment-response'] as const

type GetHeader = (name: string) => string | null | undefined

/**
 * The payment in a request; null when there is none, `unreadable` else. Two
 * headers that say different things are unreadable: only one of them can have
 * been approved, and the other would travel along.
 */
export function paymentIn(get: GetHeader): unknown {
  const headers = PAYMENT_HEADERS.map(get).filter((value) => value != null)
  const [header, other] = headers
  if (header === undefined || header === null) return null
  if (other !== undefined && other !== header) return 'unreadable'
  return jsonOfBase64(header) ?? 'unreadable'
}

/** True for a status that sends the client elsewhere. */
export function isRedirect(status: number): boolean {
  return status >= 300 && status < 400 && status !== 304
}

/** What a seller says of the settlement. */
export function settlementIn(get: GetHeader): Record<string, unknown> | null {
  for (const name of SETTLEMENT_HEADERS) {
    const said = jsonOfBase64(get(name))
    if (said !== undefined) return said
  }
  return null
}

/** True when a 402 answer asks for an x402 payment in any way. */
export function asksForPayment({ documents, defects }: Challenge): boolean {
  return documents.length > 0 || defects.length > 0
}

/** The 402 answer that the client gets to see: the approved entry alone. */
export function approvedAnswer(
  approval: LiveApproval,
  received: ReceivedChallenge,
): { readonly headers: Record<string, string>; readonly body: string } {
  const headers = Object.fromEntries(
    Object.entries(received.headers).filter(([name]) => !DROPPED.test(name)),
  )
  const document = markedDocument(approval)
  if (approval.frozen.source === 'body')
    return {
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(document),
    }
  return {
    headers: { ...headers, [CHALLENGE_HEADER]: base64Json(document) },
    // Terms in the body are not the approved ones.
    body: holdsTerms(received) ? '{}' : received.body,
  }
}

// What no longer fits the body, and the terms that were replaced, under
// whatever name some client may look for them.
const DROPPED = /payment-required$|^content-length$|^content-encoding$/i

/** Also where this guard did not read them: too long, or written in escapes. */
function holdsTerms({ body }: ReceivedChallenge): boolean {
  if (body.includes('"accepts"') || body.includes('x402Version')) return true
  return Object.keys(objectIn(body)).some((name) =>
    TERMS.includes(name.toLowerCase()),
  )
}

const TERMS: readonly string[] = ['accepts', 'x402version']

function objectIn(body: string): object {
  try {
    // A client's decoder drops the byte order mark.
    const value: unknown = JSON.parse(body.replace(/^\ufeff+/, ''))
    return isObject(value) ? value : {}
  } catch {
    return {}
  }
}
