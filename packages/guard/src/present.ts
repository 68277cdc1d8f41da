import type { LiveApproval } from './approval/approval.js'
import { eventOf } from './approval/describe.js'
import type { GuardContext } from './context.js'
import type { PaidRequest } from './request.js'
import { beginSigning, recordSigned } from './sign.js'
import { comparePayload, payloadKey } from './signing/payload.js'

/**
 * Lets a signed payment leave with a request: the one it was approved for,
 * once. A payment that a client signed by itself (x402 v1) is held against the
 * approvals of this request. Throws PaymentBlocked.
 */
export async function presentPayment(
  context: GuardContext,
  request: PaidRequest,
  payload: unknown,
): Promise<LiveApproval> {
  const approval =
    context.approvals.ofPayload(payloadKey(payload)) ??
    (await adopt(context, request, payload))
  if (approval.request.key !== request.key)
    throw context.refuse(approval, 'other_request', {
      measured: request.resource,
      detail:
        approval.request.resource === request.resource
          ? 'its body is another'
          : `it was for ${approval.request.resource}`,
    })
  if (approval.stage !== 'signed')
    throw context.refuse(approval, 'approval_used', {
      detail: 'the payment was sent before',
    })
  approval.stage = 'sent'
  context.emit(eventOf('sent', approval))
  return approval
}

/** Finds the approval that a payment signed elsewhere is for. */
async function adopt(
  context: GuardContext,
  request: PaidRequest,
  payload: unknown,
): Promise<LiveApproval> {
  const now = context.now()
  const open = context.approvals
    .ofRequest(request.key)
    .filter(({ stage }) => stage === 'approved')
  let difference: string | undefined
  for (const approval of open) {
    const compared = await comparePayload(approval.frozen, payload, now)
    difference ??= compared.difference
    if (compared.difference !== undefined || approval.stage !== 'approved')
      continue
    beginSigning(context, approval)
    context.approvals.bindPayload(approval, payloadKey(payload))
    await recordSigned(context, approval, compared.authorization, 'watched')
    return approval
  }
  if (open[0] !== undefined && difference !== undefined)
    throw context.refuse(open[0], 'signing_differs', { detail: difference })
  throw context.refuse(request.resource, 'not_approved', {
    detail: 'a payment for this request was not asked for, or is over',
  })
}
