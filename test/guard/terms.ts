import {
  encodePaymentRequiredHeader,
  encodePaymentResponseHeader,
} from '@x402/core/http'
import type {
  PaymentRequired,
  PaymentRequirements,
  SettleResponse,
} from '@x402/core/types'
import { NETWORK, USDC } from '../chain/chain.js'

/** One entry of `accepts`: USDC on Base, one minute, unless said otherwise. */
export function offer(
  payTo: string,
  amount: number,
  other: Partial<PaymentRequirements> = {},
): PaymentRequirements {
  return {
    scheme: 'exact',
    network: NETWORK,
    asset: USDC,
    amount: String(amount),
    payTo,
    maxTimeoutSeconds: 60,
    ...other,
    extra: { name: 'USD Coin', version: '2', ...other.extra },
  }
}

/** A 402 answer as the protocol has it: the terms in the header. */
export function challenge(
  url: string,
  accepts: readonly PaymentRequirements[],
  other: Partial<PaymentRequired> = {},
  headers: Record<string, string> = {},
): Response {
  const terms: PaymentRequired = {
    x402Version: 2,
    error: 'Payment required',
    resource: { url, description: 'data', mimeType: 'application/json' },
    accepts: [...accepts],
    ...other,
  }
  return Response.json(
    {},
    {
      status: 402,
      headers: {
        'cache-control': 'no-store',
        'PAYMENT-REQUIRED': encodePaymentRequiredHeader(terms),
        ...headers,
      },
    },
  )
}

/** A paid answer, with the settlement told in its header. */
export function goods(settled: SettleResponse, status = 200): Response {
  return Response.json({ data: 'paid for' }, { status, headers: told(settled) })
}

/** PAYMENT-RESPONSE, as text of a header. */
export function told(settled: SettleResponse): Record<string, string> {
  return { 'PAYMENT-RESPONSE': encodePaymentResponseHeader(settled) }
}
