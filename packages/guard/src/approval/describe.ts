import { atomicToUsd } from '@assay402/core/light'
import type { LiveApproval } from './approval.js'

/** An event about an approval. */
export function eventOf<
  Type extends 'approved' | 'signed' | 'sent' | 'released',
>(type: Type, { id, request, frozen }: LiveApproval) {
  const { amount, pay_to, network } = frozen.terms
  return {
    type,
    resource: request.resource,
    approval_id: id,
    amount_usd: atomicToUsd(amount),
    pay_to,
    network,
  }
}
