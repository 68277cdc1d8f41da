import type { PaymentPayload, PaymentRequirements } from '@x402/core/types'
import { type Chain, USDC } from '../../chain/chain.js'
import type { Site } from '../../guard/street.js'

/**
 * A seller of the first generation, by hand: the terms in the JSON body, the
 * payment in `X-PAYMENT`, the settlement in `X-PAYMENT-RESPONSE`.
 */
export function v1Seller(
  { facilitator }: Chain,
  resource: string,
  payTo: string,
  amount: number,
): Site {
  const requirements = {
    scheme: 'exact',
    network: 'base',
    maxAmountRequired: String(amount),
    asset: USDC,
    payTo,
    resource,
    description: 'data',
    mimeType: 'application/json',
    maxTimeoutSeconds: 60,
    extra: { name: 'USD Coin', version: '2' },
  }
  const ask = (error: string) =>
    Response.json(
      { x402Version: 1, error, accepts: [requirements] },
      { status: 402 },
    )
  return async (request) => {
    const header = request.headers.get('x-payment')
    if (header === null) return ask('X-PAYMENT header is required')
    const payment = JSON.parse(atob(header)) as PaymentPayload
    const terms = requirements as unknown as PaymentRequirements
    const verified = await facilitator.verify(payment, terms)
    if (!verified.isValid) return ask(verified.invalidReason ?? 'not valid')
    const settled = await facilitator.settle(payment, terms)
    if (!settled.success) return ask(settled.errorReason ?? 'not settled')
    return Response.json(
      { data: 'paid for' },
      { headers: { 'X-PAYMENT-RESPONSE': btoa(JSON.stringify(settled)) } },
    )
  }
}
