import { sha256Hex } from '../../json/digest.js'
import { addSeconds, formatInstant, type Instant } from '../../time/instant.js'
import type { Offer } from '../../x402/challenge-types.js'
import { networkFamily } from '../../x402/network.js'
import { EXACT_SCHEME } from '../../x402/offer.js'
import { THRESHOLDS } from './data.js'
import type { TermsPayment } from './output.js'
import { usdOf } from './price.js'

/** The payment that a pay allows: exactly these terms, until the deadline. */
export function paymentOf(offer: Offer, now: Instant): TermsPayment {
  return {
    scheme: EXACT_SCHEME,
    network: offer.network as string,
    asset: offer.asset as string,
    amount: { atomic: offer.amount as string, usd: usdOf(offer) },
    pay_to: offer.pay_to as string,
    ...deadlineOf(offer, now),
  }
}

/** SHA-256 of `network|asset|amount|pay_to`; EVM addresses in lower case. */
export function termsDigest({ network, asset, amount, pay_to }: TermsPayment) {
  const evm = networkFamily(network) === 'eip155'
  const parties = [asset, pay_to].map((text) =>
    evm ? text.toLowerCase() : text,
  )
  return sha256Hex(`${network}|${parties[0]}|${amount.atomic}|${parties[1]}`)
}

type Deadline = Pick<TermsPayment, 'deadline' | 'deadline_source'>

function deadlineOf(offer: Offer, now: Instant): Deadline {
  if (offer.expiry !== null)
    return { deadline: formatInstant(offer.expiry), deadline_source: 'expiry' }
  const timeout = offer.max_timeout_seconds ?? 0
  if (timeout > 0) {
    const seconds = Math.min(timeout, THRESHOLDS.deadline_most_s.value)
    return {
      deadline: formatInstant(addSeconds(now, seconds)),
      deadline_source: 'maxTimeoutSeconds',
    }
  }
  const seconds = THRESHOLDS.deadline_default_s.value
  return {
    deadline: formatInstant(addSeconds(now, seconds)),
    deadline_source: 'default_60s',
  }
}
