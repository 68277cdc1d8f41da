import type { SettleResponse } from '@x402/core/types'
import type { Charge } from '../../settlements/evm/charge.js'
import type { Payment } from '../../store/words/payments.js'
import type { Service } from '../service.js'
import type { ChargeReader } from './charge-reader.js'
import type { Cashier } from './facilitator.js'
import { purchaseOf } from './purchase.js'
import { parseAnswer } from './stored-answer.js'

export type PaymentTools = {
  readonly service: Pick<Service, 'store' | 'now' | 'clock' | 'sleep' | 'log'>
  readonly cashier: Cashier
  /** Null: nobody is asked, the facilitator's word is taken. */
  readonly readCharge: ChargeReader | null
  /**
   * Payments that are being settled a second time: whoever was first may still
   * be at it, so a refusal of the second tells nothing.
   */
  readonly again: Set<string>
}

/** Records how a payment ended, unless that stands already. */
export async function finish(
  { service }: PaymentTools,
  id: string,
  state: 'settled' | 'failed',
  settlement: object,
): Promise<Payment> {
  const { store } = service
  await store.finishPayment(id, {
    state,
    settlement: JSON.stringify(settlement),
  })
  const payment = await store.payment(id)
  if (payment === undefined) throw new Error(`payment ${id} is gone`)
  return payment
}

/**
 * Ends a payment by what the chain says of it; undefined when nobody can be
 * asked, or when it may still be settled.
 */
export async function askChain(
  tools: PaymentTools,
  payment: Payment,
): Promise<Payment | undefined> {
  const charge = await chargeOf(tools, payment)
  if (charge === undefined) return undefined
  if (charge.status === 'charged' || charge.status === 'used')
    return finish(tools, payment.id, 'settled', settledBy(payment, charge))
  if (charge.status === 'cancelled')
    return finish(tools, payment.id, 'failed', {
      success: false,
      errorReason: 'authorization_cancelled',
    })
  return isVoid(tools, payment)
    ? finish(tools, payment.id, 'failed', VOID)
    : undefined
}

async function chargeOf(
  { readCharge, service }: PaymentTools,
  payment: Payment,
): Promise<Charge | undefined> {
  const { payer, nonce, network, at } = payment
  if (readCharge === null || payer === null || nonce === null) return undefined
  const { asset, payTo } = parseAnswer(payment.answer).payment.requirements
  const age = Math.max(0, service.now() - at)
  const charge = await readCharge({ network, asset, payer, nonce, age })
  if (charge?.status !== 'charged') return charge
  // Used for somebody else: the buyer spent it before we could.
  const isOurs =
    charge.pay_to.toLowerCase() === payTo.toLowerCase() &&
    charge.amount >= BigInt(payment.amount_atomic)
  return isOurs
    ? charge
    : { status: 'cancelled', tx: charge.tx, block: charge.block }
}

/** What a facilitator would have said of a settled payment. */
export function settledBy(
  { network, payer }: Payment,
  charge?: Charge,
): SettleResponse {
  const transaction = charge?.status === 'charged' ? charge.tx : ''
  return {
    success: true,
    transaction,
    network: network as `${string}:${string}`,
    ...(payer !== null && { payer }),
  }
}

/** Past its own end, with time for a block that was late. */
export function isVoid({ service }: PaymentTools, payment: Payment): boolean {
  const { payload } = parseAnswer(payment.answer).payment
  const end = purchaseOf(payload)?.valid_before
  return end != null && service.now() / 1_000 > end + 60
}

const VOID = { success: false, errorReason: 'authorization_expired' }
