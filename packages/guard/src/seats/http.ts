import type { Challenge } from '@assay402/core/light'
import type { LiveApproval } from '../approval/approval.js'
import type { ReceivedChallenge } from '../errors.js'
import { base64Json, jsonOfBase64, markedDocument } from './marker.js'

/** Headers in which a payment travels, by generation. */
const PAYMENT_HEADERS = ['payment-signature', 'x-payment'] as const
const CHALLENGE_HEADER = 'payment-required'
const SETTLEMENT_HEADERS = ['payment-response', 'x-payment-response'] as const

type GetHeader = (name: string) => string | null | undefined

/** The payment in a request; null when there is none, `unreadable` else. */
export function paymentIn(get: GetHeader): unknown {
  const header = PAYMENT_HEADERS.map(get).find((value) => value != null)
  if (header === undefined || header === null) return null
  return jsonOfBase64(header) ?? 'unreadable'
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
    Object.entries(received.headers).filter(
      ([name]) => !DROPPED.includes(name.toLowerCase()),
    ),
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

// What no longer fits the body, and the terms that were replaced.
const DROPPED: readonly string[] = [
  CHALLENGE_HEADER,
  'content-length',
  'content-encoding',
]

function holdsTerms({ body }: ReceivedChallenge): boolean {
  return body.includes('"accepts"') || body.includes('x402Version')
}
