import { isObject, own } from '@assay402/core/light'
import type { ApprovalInput } from '../approve.js'
import type { ReceivedChallenge } from '../errors.js'
import { type BodyText, requestOf } from '../request.js'
import { base64Json } from './marker.js'

/** A challenge that a client has decoded, as the 402 answer it came from. */
export function answerOf(paymentRequired: unknown): ReceivedChallenge {
  const isFirst =
    isObject(paymentRequired) && own(paymentRequired, 'x402Version') === 1
  return isFirst
    ? {
        status: 402,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(paymentRequired),
      }
    : {
        status: 402,
        headers: { 'payment-required': base64Json(paymentRequired) },
        body: '',
      }
}

/**
 * What is to be approved when only the decoded challenge is known. The URL is
 * that of the request if somebody knows it, else the one the seller names.
 */
export async function inputOf(
  paymentRequired: unknown,
  known: {
    readonly url?: string | undefined
    readonly method?: string | undefined
    readonly body?: BodyText
  },
): Promise<ApprovalInput> {
  const url = known.url || resourceIn(paymentRequired)
  const request = await requestOf(known.method ?? 'GET', url, known.body)
  return {
    request: known.url ? request : { ...request, named_by: 'seller' },
    response: answerOf(paymentRequired),
    call: {},
  }
}

function resourceIn(paymentRequired: unknown): string {
  if (!isObject(paymentRequired)) return ''
  const resource = own(paymentRequired, 'resource')
  const url = isObject(resource) ? own(resource, 'url') : undefined
  if (typeof url === 'string') return url
  const accepts = own(paymentRequired, 'accepts')
  const first: unknown = Array.isArray(accepts) ? accepts[0] : undefined
  const named = isObject(first) ? own(first, 'resource') : undefined
  return typeof named === 'string' ? named : ''
}
