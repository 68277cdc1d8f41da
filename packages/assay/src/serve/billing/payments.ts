import type { Payment } from '../../store/words/payments.js'
import {
  askChain,
  finish,
  isVoid,
  type PaymentTools,
  settledBy,
} from './payment-end.js'
import { parseAnswer } from './stored-answer.js'

/** Answers that were paid for are kept this long. */
export const KEPT_MS = 24 * 3_600_000
/** After this a payment that is `settling` is nobody's: its process is gone. */
export const ABANDONED_MS = 30_000
/** How long one request waits for another's settlement. */
const WAIT_MS = 10_000
const STEP_MS = 250

/**
 * Brings a stored payment to its end where that is possible: by the record, by
 * the chain, by waiting for whoever is settling it, and when he is gone by
 * settling it again, which a used nonce cannot charge twice.
 */
export async function endOf(
  tools: PaymentTools,
  payment: Payment,
): Promise<Payment> {
  const { service } = tools
  const until = service.clock() + WAIT_MS
  let current = payment
  if (current.state !== 'settling') return current
  const asked = await askChain(tools, current)
  if (asked !== undefined) return asked
  while (current.state === 'settling' && service.clock() < until) {
    if (isAbandoned(tools, current)) return settleAgain(tools, current)
    await service.sleep(STEP_MS)
    current = (await service.store.payment(current.id)) ?? current
  }
  if (current.state !== 'settling') return current
  return (await askChain(tools, current)) ?? current
}

/**
 * Asks the chain about payments that a process died over, and ends those it can
 * tell of. Nothing is charged here: nobody is there to take the answer. Returns
 * how many were ended.
 */
export async function recoverPayments(tools: PaymentTools): Promise<number> {
  const { store } = tools.service
  let ended = 0
  for (const payment of await store.unsettledPayments(100)) {
    if (!isAbandoned(tools, payment)) continue
    const asked = await askChain(tools, payment)
    // Nobody can ask for its answer any more.
    const isOver = tools.service.now() - payment.at > KEPT_MS
    if (asked === undefined && isOver)
      await finish(tools, payment.id, 'failed', UNKNOWN)
    if (asked !== undefined || isOver) ended++
  }
  return ended
}

const UNKNOWN = { success: false, errorReason: 'settlement_unknown' }

async function settleAgain(
  tools: PaymentTools,
  payment: Payment,
): Promise<Payment> {
  const { service, cashier } = tools
  if (isVoid(tools, payment)) {
    // Without a chain to ask a void payment may have been charged in time; then
    // the answer is owed, and what is not known is in the buyer's favour.
    if (tools.readCharge !== null) return payment
    return finish(tools, payment.id, 'settled', settledBy(payment))
  }
  if ((await cashier.ready()) !== undefined) return payment
  const { payload, requirements } = parseAnswer(payment.answer).payment
  service.log({ level: 'warn', event: 'payment_settled_again', id: payment.id })
  tools.again.add(payment.id)
  // Its end is recorded by the hooks.
  await cashier.server
    .settlePayment(payload, requirements)
    .catch(() => null)
    .finally(() => tools.again.delete(payment.id))
  return (await service.store.payment(payment.id)) ?? payment
}

function isAbandoned({ service }: PaymentTools, { at }: Payment): boolean {
  return service.now() - at >= ABANDONED_MS
}
