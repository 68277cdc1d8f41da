import { HonoAdapter, paymentMiddlewareFromHTTPServer } from '@x402/hono'
import type { Next } from 'hono'
import type { Payment } from '../../store/words/payments.js'
import type { Caller, ServiceContext } from '../answer.js'
import { problemResponse } from '../problem.js'
import { answerAgain, answerSettled } from './answers.js'
import { takeAttempt } from './attempts.js'
import type { Bought, Counter, Sell } from './counter.js'
import { newPayment } from './new-payment.js'
import {
  facilitatorAway,
  paymentSpent,
  refusedResponse,
  unreadablePayment,
} from './problems.js'
import { type Purchase, readPurchase } from './purchase.js'
import { replaceResponse } from './replace-response.js'
import { requestSha256 } from './request-digest.js'

/**
 * Sells by the official middleware: 402 with the terms, verify, answer, settle.
 * Between answer and settlement the answer is stored, so that the payment that
 * bought it buys it again, and nothing else.
 */
export function createSell(counter: Counter): Sell {
  const { tools, price, path } = counter
  // The facilitator is asked when the first buyer comes; see `createCashier`.
  const official = paymentMiddlewareFromHTTPServer(
    path,
    undefined,
    undefined,
    false,
  )
  const challenge = async (c: ServiceContext) => {
    const refused = await official(c, async () => {
      throw new Error('answered without a payment')
    })
    return refusedResponse(price, refused ?? c.res)
  }
  const sell = async (c: ServiceContext, next: Next, bought: Bought) => {
    const attempt = await takeAttempt(tools.service, c.get('caller'))
    if ('status' in attempt) return problemResponse(attempt)
    const sale: Sale = { ...UNSOLD }
    const refused = await official(c, async () => {
      sale.was_verified = true
      await deliver(counter, c, next, bought, sale)
    })
    // Another request may have used the very payment while it was looked at.
    const late = sale.was_verified
      ? undefined
      : await answerKnown(counter, c, bought)
    const response = late ?? refusedResponse(price, refused ?? c.res)
    const isBad = !sale.was_verified && late === undefined
    if (!isBad || response.status >= 500) await attempt.passed()
    return sale.was_verified ? conclude(counter, c, bought, sale) : response
  }
  return async (c, next) => {
    // The official middleware lets paths pass that it does not know as paid.
    if (!isPaid(counter, c)) throw new Error(`no price for ${c.req.path}`)
    const header = c.req.header('payment-signature')
    if (header === undefined) return (await away(counter)) ?? challenge(c)
    const purchase = readPurchase(header)
    if (purchase === null) return problemResponse(unreadablePayment())
    const bought = await boughtBy(c, purchase)
    const known = await answerKnown(counter, c, bought)
    return known ?? (await away(counter)) ?? sell(c, next, bought)
  }
}

function isPaid({ path }: Counter, c: ServiceContext): boolean {
  const { path: at, method } = c.req
  return path.requiresPayment({ adapter: new HonoAdapter(c), path: at, method })
}

/** The answer while the facilitator cannot be used. */
async function away({ tools }: Counter): Promise<Response | undefined> {
  const why = await tools.cashier.ready()
  return why === undefined ? undefined : problemResponse(facilitatorAway(why))
}

async function boughtBy(
  c: ServiceContext,
  purchase: Purchase,
): Promise<Bought> {
  return { ...purchase, sha256: await requestSha256(c) }
}

async function answerKnown(
  counter: Counter,
  c: ServiceContext,
  { id, sha256 }: Bought,
): Promise<Response | undefined> {
  const payment = await counter.tools.service.store.payment(id)
  return payment && answerAgain(counter, c, payment, sha256)
}

type Sale = {
  was_verified: boolean
  /** An answer stands stored and may be settled. */
  was_begun: boolean
  /** The same payment, begun by another request at the same time. */
  other: Payment | undefined
}

const UNSOLD: Sale = {
  was_verified: false,
  was_begun: false,
  other: undefined,
}

/** Answers a verified payment and stores the answer before it is settled. */
async function deliver(
  { tools, price }: Counter,
  c: ServiceContext,
  next: Next,
  bought: Bought,
  sale: Sale,
): Promise<void> {
  const paid = { payment_id: bought.id, payer: bought.payer }
  const caller: Caller = { ...c.get('caller'), paid }
  c.set('caller', caller)
  await next()
  if (c.res.status >= 400) return
  const payment = await newPayment(tools.service, price, c, bought)
  sale.other = await tools.service.store.beginPayment(payment)
  sale.was_begun = sale.other === undefined
  // Status 409 keeps the middleware from settling; the answer comes after it.
  if (sale.other !== undefined)
    replaceResponse(c, problemResponse(paymentSpent()))
}

/** Puts what the buyer sees into the context. */
async function conclude(
  counter: Counter,
  c: ServiceContext,
  { id, sha256 }: Bought,
  { other, was_begun }: Sale,
): Promise<undefined> {
  if (other !== undefined) {
    replaceResponse(c, await answerAgain(counter, c, other, sha256))
    return
  }
  // The handler's own error: nothing was charged, and it stands as it is.
  if (!was_begun) return
  const payment = await counter.tools.service.store.payment(id)
  if (payment === undefined) throw new Error(`payment ${id} is gone`)
  replaceResponse(c, await answerSettled(counter, c, payment))
}
