import type { SettleResponse } from '@x402/core/types'
import type { Payment } from '../../store/words/payments.js'
import {
  askChain,
  finish,
  type PaymentTools,
  settledBy,
} from './payment-end.js'
import { purchaseId } from './purchase.js'

/** Records what the facilitator says of each settlement, at once. */
export function recordSettlements(tools: PaymentTools): void {
  const { cashier, service } = tools
  cashier.server.onAfterSettle(async ({ paymentPayload, result }) => {
    const id = purchaseId(paymentPayload)
    if (id !== null) await finish(tools, id, 'settled', result)
  })
  cashier.server.onSettleFailure(async ({ paymentPayload, error }) => {
    const id = purchaseId(paymentPayload)
    const payment = id === null ? undefined : await service.store.payment(id)
    if (payment === undefined) return
    const reason = reasonOf(error)
    service.log({ level: 'warn', event: 'settlement_failed', id, reason })
    const ended = await afterFailure(tools, payment, reason)
    if (ended?.state !== 'settled' || ended.settlement === null) return
    const result = JSON.parse(ended.settlement) as SettleResponse
    return { recovered: true, result }
  })
}

/** What a refusal means: money moved all the same, surely not, or unknown. */
async function afterFailure(
  tools: PaymentTools,
  payment: Payment,
  reason: string,
): Promise<Payment | undefined> {
  const asked = await askChain(tools, payment)
  if (asked !== undefined) return asked
  if (reason === NONCE_USED && tools.readCharge === null)
    // It was free when we verified it, so it was we who used it.
    return finish(tools, payment.id, 'settled', settledBy(payment))
  const isSure = REFUSALS.test(reason) && reason !== NONCE_USED
  if (!isSure || tools.again.has(payment.id)) return undefined
  return finish(tools, payment.id, 'failed', {
    success: false,
    errorReason: reason,
  })
}

/** Reasons that say that nothing was sent to the chain, or that it reverted. */
const REFUSALS =
  /^(invalid_|insufficient_|permit2_|unsupported_|settle_exact_failed_onchain)/
const NONCE_USED = 'invalid_exact_evm_nonce_already_used'

function reasonOf(error: Error): string {
  const { errorReason } = error as { errorReason?: unknown }
  return typeof errorReason === 'string' ? errorReason : error.message
}
