import { readChallenge } from '@assay402/core/light'
import type { LiveApproval } from '../approval/approval.js'
import { approvePayment } from '../approve.js'
import type { GuardContext } from '../context.js'
import type { ReceivedChallenge } from '../errors.js'
import { contextOf, type GuardOrOptions, guardOf } from '../guard.js'
import { endPayment } from '../outcomes.js'
import { presentPayment } from '../present.js'
import type { PaidRequest } from '../request.js'
import { named, type OutgoingRequest, outgoing } from './fetch-request.js'
import {
  approvedAnswer,
  asksForPayment,
  isRedirect,
  paymentIn,
  settlementIn,
} from './http.js'
import { readText } from './read-text.js'
import { sendPaid } from './send-paid.js'

type Fetch = typeof globalThis.fetch

/**
 * The innermost fetch of a paying client: what comes back as a 402 is judged
 * before the client sees it, and holds only the approved entry when it does;
 * a payment leaves only with the request it was approved for, and never along
 * a redirect to another origin. Throws PaymentBlocked or PaymentHeld.
 */
export function guardFetch(fetch: Fetch, guard?: GuardOrOptions): Fetch {
  const context = contextOf(guardOf(guard))
  return async (input, init) => {
    const request = outgoing(input, init)
    const payment = paymentIn((name) => request.headers.get(name))
    return payment === null
      ? unpaid(context, fetch, request)
      : paid(context, fetch, request, payment)
  }
}

async function unpaid(
  context: GuardContext,
  fetch: Fetch,
  request: OutgoingRequest,
): Promise<Response> {
  const response = await fetch(request.input, request.init)
  if (response.status !== 402) return response
  const { text, truncated } = await readText(response)
  const received: ReceivedChallenge = {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: text,
  }
  const answer = (headers: Record<string, string> | Headers, body: string) =>
    new Response(body, {
      status: 402,
      statusText: response.statusText,
      headers,
    })
  const collected = { ...received, body_truncated: truncated }
  const challenge = readChallenge(collected)
  if (!asksForPayment(challenge)) return answer(response.headers, text)
  const paidRequest = await named(request)
  refuseForeignChallenge(context, paidRequest, response)
  const approval = await approvePayment(context, {
    request: paidRequest,
    response: collected,
    challenge,
    call: request.call,
  })
  const shown = approvedAnswer(approval, received)
  return answer(shown.headers, shown.body)
}

/** The payment goes to the URL that was asked, so that must be who asks. */
function refuseForeignChallenge(
  context: GuardContext,
  { resource, host }: PaidRequest,
  response: Response,
): void {
  if (!response.redirected || response.url === '') return
  const { origin } = new URL(response.url)
  if (origin !== host)
    throw context.refuse(resource, 'cross_origin_redirect', {
      measured: origin,
      threshold: host,
    })
}

async function paid(
  context: GuardContext,
  fetch: Fetch,
  request: OutgoingRequest,
  payment: unknown,
): Promise<Response> {
  const paidRequest = await named(request)
  const approval = await presentPayment(context, paidRequest, payment)
  let response: Response
  try {
    response = await sendPaid(fetch, request, paidRequest)
  } catch (error) {
    await endPayment(context, approval, { status: null, settlement: null })
    throw error
  }
  await settle(context, approval, response)
  return response
}

async function settle(
  context: GuardContext,
  approval: LiveApproval,
  response: Response,
): Promise<void> {
  const { status, headers } = response
  if (response.type !== 'opaqueredirect' && !isRedirect(status)) {
    const settlement = settlementIn((name) => headers.get(name))
    await endPayment(context, approval, { status, settlement })
    return
  }
  // The seller has the payment and sends us elsewhere: what it does is unclear.
  await endPayment(context, approval, { status: null, settlement: null })
  const from = approval.request.host
  throw context.refuse(approval, 'cross_origin_redirect', {
    measured: targetOf(headers.get('location'), approval.request.url),
    threshold: from,
  })
}

function targetOf(location: string | null, base: string): string {
  if (location === null || !URL.canParse(location, base)) return 'elsewhere'
  return new URL(location, base).origin
}
