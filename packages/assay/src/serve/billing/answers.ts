import { decodePaymentResponseHeader } from '@x402/core/http'
import type { SettleResponse } from '@x402/core/types'
import { HonoAdapter } from '@x402/hono'
import type { Payment } from '../../store/words/payments.js'
import type { ServiceContext } from '../answer.js'
import { problemResponse } from '../problem.js'
import type { Counter } from './counter.js'
import { endOf } from './payments.js'
import {
  facilitatorAway,
  failedResponse,
  paymentSpent,
  refusedResponse,
  settlementUnclear,
} from './problems.js'
import { storedResponse } from './stored-response.js'

/** The answer to a payment that is known: what it bought, for that request. */
export async function answerAgain(
  counter: Counter,
  c: ServiceContext,
  payment: Payment,
  sha256: string,
): Promise<Response> {
  if (payment.request_sha256 !== sha256) return problemResponse(paymentSpent())
  const ended = await endOf(counter.tools, payment)
  if (ended.state === 'failed') return freshChallenge(counter, c)
  if (ended.state === 'settling') return problemResponse(settlementUnclear())
  const response = await shown(counter, c, ended)
  response.headers.set('idempotent-replayed', 'true')
  return response
}

/** The first answer to a payment, after the middleware has settled it. */
export async function answerSettled(
  counter: Counter,
  c: ServiceContext,
  payment: Payment,
): Promise<Response> {
  if (payment.state === 'settled') return shown(counter, c, payment)
  const settlement = settlementIn(c.res)
  // Settled, but it could not be recorded: the buyer has his answer all the
  // same, and the chain tells of it when he asks again.
  if (settlement?.success === true)
    return shown(counter, c, {
      ...payment,
      settlement: JSON.stringify(settlement),
    })
  return payment.state === 'failed'
    ? refusedResponse(counter.price, c.res)
    : problemResponse(settlementUnclear())
}

/** 402 with new terms, for a payment that came to nothing. */
export async function freshChallenge(
  { tools, path, price }: Counter,
  c: ServiceContext,
): Promise<Response> {
  const why = await tools.cashier.ready()
  if (why !== undefined) return problemResponse(facilitatorAway(why))
  const adapter = new HonoAdapter(c)
  adapter.getHeader = (name) =>
    /^(payment-signature|x-payment)$/i.test(name)
      ? undefined
      : c.req.header(name)
  const { path: at, method } = c.req
  const result = await path.processHTTPRequest({ adapter, path: at, method })
  if (result.type !== 'payment-error') throw new Error('no challenge')
  const { status, headers } = result.response
  return failedResponse(price, new Response(null, { status, headers }))
}

function shown(
  { tools, price }: Counter,
  c: ServiceContext,
  payment: Payment,
): Promise<Response> {
  const { address_sha256 } = c.get('caller')
  return storedResponse(tools.service, price, payment, address_sha256)
}

function settlementIn(response: Response): SettleResponse | undefined {
  const header = response.headers.get('payment-response')
  if (header === null) return undefined
  return decodePaymentResponseHeader(header)
}
