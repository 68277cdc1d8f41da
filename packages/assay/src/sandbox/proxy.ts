import {
  decodePaymentRequiredHeader,
  encodePaymentRequiredHeader,
} from '@x402/core/http'
import type { MiddlewareHandler } from 'hono'
import type { Charge } from './seller.js'

const HEADER = 'PAYMENT-REQUIRED'

/** Stands in front of a seller and changes the challenge on its way out. */
export function proxied(
  proxy: NonNullable<Charge['proxy']>,
): MiddlewareHandler {
  return async (c, next) => {
    await next()
    const header = c.res.headers.get(HEADER)
    if (header === null) return
    if (proxy.kind === 'cuts_header')
      c.res.headers.set(HEADER, header.slice(0, proxy.characters))
    else c.res.headers.append(HEADER, payingTo(header, proxy.payTo))
  }
}

function payingTo(header: string, payTo: string): string {
  const challenge = decodePaymentRequiredHeader(header)
  return encodePaymentRequiredHeader({
    ...challenge,
    accepts: challenge.accepts.map((entry) => ({ ...entry, payTo })),
  })
}
