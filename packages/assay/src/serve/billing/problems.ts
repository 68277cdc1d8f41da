import { decodePaymentRequiredHeader } from '@x402/core/http'
import { type Problem, problemOf, problemResponse } from '../problem.js'
import type { Price } from './prices.js'

/** No wallet is configured, so nothing can be sold. Free answers go on. */
export function notConfigured(price: Price): Problem {
  const instead = price.free === null ? '' : ` Free: ${price.free}.`
  return problemOf({
    status: 402,
    code: 'payment_not_configured',
    detail: `This answer costs $${price.usd}, but this service takes no payments: its operator has set no wallet (ASSAY_PAY_TO).${instead}`,
  })
}

export function facilitatorAway(why: string): Problem {
  return problemOf({
    status: 503,
    code: 'facilitator_unavailable',
    detail: `Payments cannot be taken now: ${why}. Nothing was charged.`,
    retry_after: 30,
  })
}

export function unreadablePayment(): Problem {
  return problemOf({
    status: 400,
    code: 'payment_unreadable',
    field: 'PAYMENT-SIGNATURE',
    detail:
      'The payment header is not base64 of a JSON payment of x402 version 2. Nothing was charged.',
  })
}

/** One payment buys one answer. */
export function paymentSpent(): Problem {
  return problemOf({
    status: 409,
    code: 'payment_used',
    detail:
      'This payment was made for another request. Sign a new one for this request.',
  })
}

export function settlementUnclear(): Problem {
  return problemOf({
    status: 503,
    code: 'settlement_unclear',
    detail:
      'Whether this payment was settled is not known yet. Send the same request with the same payment again: it is never charged twice.',
    retry_after: 5,
  })
}

/**
 * Our words for what the official middleware refused, with its headers: the
 * terms to pay by, and what came of a payment.
 */
export function refusedResponse(price: Price, response: Response): Response {
  const headers: Record<string, string> = {}
  for (const name of ['payment-required', 'payment-response']) {
    const value = response.headers.get(name)
    if (value !== null) headers[name] = value
  }
  return problemResponse(refusalOf(price, response), undefined, headers)
}

/** The answer to a payment that came to nothing; `challenge` has new terms. */
export function failedResponse(price: Price, challenge: Response): Response {
  const header = challenge.headers.get('payment-required') ?? ''
  const problem = problemOf({
    status: 402,
    code: 'payment_failed',
    detail: `This payment of $${price.usd} was not settled and will not be. Sign a new one.`,
  })
  return problemResponse(problem, undefined, { 'payment-required': header })
}

function refusalOf(price: Price, { status, headers }: Response): Problem {
  const error = errorIn(headers.get('payment-required'))
  const isOfPayment = status === 402 || status === 412
  if (!isOfPayment || (error !== null && !REASON.test(error)))
    return problemOf({
      status: 502,
      code: 'facilitator_failed',
      detail:
        'The facilitator could not check the payment. Nothing was charged. Send it again.',
      retry_after: 10,
    })
  if (headers.has('payment-response'))
    return problemOf({
      status,
      code: 'settlement_failed',
      detail: `The payment of $${price.usd} could not be settled; the header PAYMENT-RESPONSE says why. Nothing was charged. Sign a new one.`,
    })
  if (error === null || error === 'Payment required')
    return problemOf({
      status,
      code: 'payment_required',
      detail: `This answer costs $${price.usd}. The terms are in the header PAYMENT-REQUIRED (x402 version 2).`,
    })
  return problemOf({
    status,
    code: 'payment_invalid',
    detail: `The payment of $${price.usd} was not accepted: ${error.slice(0, 200)}. Nothing was charged. Sign a new one.`,
  })
}

/** Codes, and the words of the SDK; all else is a failure on the way. */
const REASON = /^([\w.:-]+|Payment required|No matching payment requirements)$/

function errorIn(header: string | null): string | null {
  if (header === null) return null
  try {
    return decodePaymentRequiredHeader(header).error ?? null
  } catch {
    return null
  }
}
