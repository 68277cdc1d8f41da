import type {
  PaymentPayload,
  PaymentRequired,
  PaymentRequirements,
} from '@x402/core/types'
import type { Stage } from './scenario.js'
import { challenge, goods } from './terms.js'

/** A seller by hand, who may do anything. */
export type RawSeller = {
  /** Opened under this URL's host, whatever the path. */
  readonly url: string
  /** The offers shown to the n-th request without a payment, from 1 on. */
  readonly accepts: (visit: number) => readonly PaymentRequirements[]
  /** More of the challenge. */
  readonly more?: Partial<PaymentRequired>
  /** What a payment gets; when not given it is cashed and answered. */
  readonly onPayment?: (
    payment: PaymentPayload,
    hangUp: () => void,
  ) => Response | Promise<Response>
}

/** Opens a raw seller on the street. */
export function openRawSeller(stage: Stage, seller: RawSeller): void {
  const { street, till } = stage
  const serve =
    seller.onPayment ??
    (async (payment: PaymentPayload) => goods(await till.cash(payment)))
  let visits = 0
  street.open(new URL(seller.url).hostname, (request, hangUp) => {
    const payment = till.paymentOf(request)
    if (payment !== undefined) return serve(payment, hangUp)
    visits++
    return challenge(seller.url, seller.accepts(visits), seller.more)
  })
}
