import { encodePaymentResponseHeader } from '@x402/core/http'
import type { SettleResponse } from '@x402/core/types'
import type { Payment } from '../../store/words/payments.js'
import type { Service } from '../service.js'
import { type SoldPack, sellPack, withPack } from './packs.js'
import type { Price } from './prices.js'
import { parseAnswer, type StoredAnswer } from './stored-answer.js'

/**
 * The answer of a settled payment, the same however often it is asked for. The
 * token of a pack goes only to the address that bought it: a settled payment can
 * be read on the chain by everybody.
 */
export async function storedResponse(
  service: Pick<Service, 'store' | 'settings'>,
  price: Price,
  payment: Payment,
  asker: string,
): Promise<Response> {
  const answer = parseAnswer(payment.answer)
  const sold = await packOf(service, price, payment, answer)
  const shown =
    sold !== null && asker !== answer.subject ? { ...sold, token: null } : sold
  const body = shown === null ? answer.body : withPack(answer.body, shown)
  const headers = new Headers(answer.headers)
  headers.set('cache-control', 'private, no-store')
  if (payment.settlement !== null) {
    const settlement = JSON.parse(payment.settlement) as SettleResponse
    headers.set('payment-response', encodePaymentResponseHeader(settlement))
  }
  return new Response(body, { status: answer.status, headers })
}

async function packOf(
  service: Pick<Service, 'store' | 'settings'>,
  { pack }: Price,
  payment: Payment,
  { pack_seed }: StoredAnswer,
): Promise<SoldPack | null> {
  if (pack === null || pack_seed === null) return null
  return sellPack(service, { payment, seed: pack_seed, pack })
}
