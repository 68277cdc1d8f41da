import type { PaymentRequirements } from '@x402/core/types'
import type { Payment } from '../../store/words/payments.js'
import type { ServiceContext } from '../answer.js'
import type { Service } from '../service.js'
import type { Bought } from './counter.js'
import type { Price } from './prices.js'
import { answerText, keptOf } from './stored-answer.js'

/** A verified payment with the answer it buys, as it is stored to be settled. */
export async function newPayment(
  { now, randomBytes }: Pick<Service, 'now' | 'randomBytes'>,
  price: Price,
  c: ServiceContext,
  { id, payload, payer, nonce, sha256 }: Bought,
): Promise<Payment> {
  const requirements = requirementsOf(payload.accepted)
  const seed = Buffer.from(randomBytes(32)).toString('hex')
  const answer = answerText({
    ...(await keptOf(c.res)),
    payment: { payload, requirements },
    subject: c.get('caller').address_sha256,
    pack_seed: price.pack === null ? null : seed,
  })
  return {
    id,
    at: now(),
    route: `${c.req.method} ${price.path}`,
    request_sha256: sha256,
    payer,
    network: requirements.network,
    nonce,
    amount_atomic: requirements.amount,
    state: 'settling',
    answer,
    settlement: null,
  }
}

/**
 * What the buyer accepted was compared with our own terms, save for members of
 * `extra` that he added: those are not ours.
 */
function requirementsOf(accepted: PaymentRequirements): PaymentRequirements {
  const { scheme, network, amount, asset, payTo } = accepted
  const { maxTimeoutSeconds, extra } = accepted
  return {
    scheme,
    network,
    amount,
    asset,
    payTo,
    maxTimeoutSeconds,
    extra: { name: extra['name'], version: extra['version'] },
  }
}
