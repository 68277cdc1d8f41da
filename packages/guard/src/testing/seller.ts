import {
  decodePaymentSignatureHeader,
  encodePaymentRequiredHeader,
  encodePaymentResponseHeader,
} from '@x402/core/http'
import type { PaymentPayload, PaymentRequired } from '@x402/core/types'

export const USDC = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
export const PAY_TO = '0x209693Bc6afc0C5328bA36FaF03C514EF312287C'
export const THIEF = '0x1111111111111111111111111111111111111111'
export const RESOURCE = 'https://api.seller.example/data'

type Entry = PaymentRequired['accepts'][number]

/** One entry of `accepts`: 0.01 USDC on Base. */
export function entry(other: Partial<Entry> = {}): Entry {
  return {
    scheme: 'exact',
    network: 'eip155:8453',
    asset: USDC,
    amount: '10000',
    payTo: PAY_TO,
    maxTimeoutSeconds: 60,
    ...other,
    extra: { name: 'USD Coin', version: '2', ...other.extra },
  }
}

/** A v2 challenge. */
export function challenge(
  accepts: Entry[] = [entry()],
  other: Partial<PaymentRequired> = {},
): PaymentRequired {
  return {
    x402Version: 2,
    error: 'Payment required',
    resource: { url: RESOURCE, description: '', mimeType: '' },
    accepts,
    ...other,
  }
}

/** A v2 challenge about the URL that was asked. */
export function about(url: string): PaymentRequired {
  return challenge([entry()], {
    resource: { url, description: '', mimeType: '' },
  })
}

/** A 402 answer that carries a challenge in its header. */
export function answer402(
  terms: PaymentRequired = challenge(),
  headers: Record<string, string> = {},
  body = '{}',
): Response {
  return new Response(body, {
    status: 402,
    headers: {
      'content-type': 'application/json',
      'PAYMENT-REQUIRED': encodePaymentRequiredHeader(terms),
      ...headers,
    },
  })
}

/** A paid answer with its settlement. */
export function goods(
  settled: Record<string, unknown> = {},
  status = 200,
): Response {
  return Response.json(
    { data: 'paid for' },
    {
      status,
      headers: {
        'PAYMENT-RESPONSE': encodePaymentResponseHeader({
          success: true,
          transaction: `0x${'ab'.repeat(32)}`,
          network: 'eip155:8453',
          ...settled,
        }),
      },
    },
  )
}

export type Sale = { readonly url: string; readonly payment: PaymentPayload }

/** A seller as a fetch: asks for payment, then answers; keeps what it was given. */
export function seller(
  play: {
    readonly unpaid?: (request: Request) => Response | Promise<Response>
    readonly paid?: (request: Request) => Response | Promise<Response>
  } = {},
): { fetch: typeof globalThis.fetch; sales: Sale[]; seen: Request[] } {
  const sales: Sale[] = []
  const seen: Request[] = []
  return {
    sales,
    seen,
    fetch: async (input, init) => {
      const request = new Request(input, init)
      seen.push(request)
      const header = request.headers.get('payment-signature')
      if (header === null)
        return (await play.unpaid?.(request)) ?? answer402(about(request.url))
      sales.push({
        url: request.url,
        payment: decodePaymentSignatureHeader(header),
      })
      return (await play.paid?.(request)) ?? goods()
    },
  }
}
