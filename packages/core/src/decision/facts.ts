import { sameAddress } from '../address/address.js'
import { urlOfResource } from '../identity/resource.js'
import { type Fraction, fraction } from '../money/fraction.js'
import { parseAtomic, parseUsd, USDC_DECIMALS } from '../money/usd.js'
import {
  hostOfUrl,
  isAllowedHost,
  type ListedHost,
} from '../policy/host-list.js'
import type { SpendPolicy } from '../policy/spend-policy.js'
import { isCanonicalUsdc } from '../x402/usdc.js'
import type {
  DecisionChallenge,
  DecisionInput,
  DecisionOffer,
} from './input.js'

/** The exact payment that rulebook terms approved. */
export type ApprovedPayment = {
  readonly scheme: string
  readonly network: string
  readonly asset: string
  readonly pay_to: string
  readonly atomic: bigint
}

/** What several rules read off one input, worked out once. */
export type Facts = {
  readonly input: DecisionInput
  readonly policy: SpendPolicy
  readonly scheme: string
  readonly host: ListedHost
  readonly allowlisted: boolean
  readonly payment: ApprovedPayment | undefined
  /** Of the payment, else of the terms that were refused. USD. */
  readonly price: Fraction | undefined
  readonly payTo: string | undefined
  readonly network: string | undefined
  /** What the buyer received; our own probe when nothing was given. */
  readonly challenge: DecisionChallenge | undefined
  /** Offers, as seen anywhere, that are the approved payment. */
  readonly approved: readonly DecisionOffer[]
  readonly rotating: boolean
}

/** Works out the facts of a readable input. */
export function factsOf(input: DecisionInput): Facts {
  const { policy, terms } = input
  const url = urlOfResource(input.subject.resource) as URL
  const host = hostOfUrl(url)
  const payment = paymentOf(input)
  const challenge = input.buyer_challenge ?? input.own_probe ?? undefined
  return {
    input,
    policy,
    scheme: url.protocol.slice(0, -1),
    host,
    allowlisted: isAllowedHost(policy.host_allowlist, host),
    payment,
    price:
      payment === undefined
        ? parseUsd(terms?.quoted_price_usd)
        : usdOfAtomic(payment.atomic),
    payTo: payment?.pay_to ?? terms?.pay_to ?? undefined,
    network: payment?.network ?? terms?.network ?? undefined,
    challenge,
    approved: approvedOffers(payment, [
      ...(terms?.offers ?? []),
      ...(challenge?.offers ?? []),
    ]),
    rotating: input.pin?.rotating === true,
  }
}

/** Atomic canonical USDC as USD. */
export function usdOfAtomic(atomic: bigint): Fraction {
  return fraction(atomic, 10n ** BigInt(USDC_DECIMALS))
}

/** The scheme of an offer; none counts as `exact`. */
export function schemeOf(offer: DecisionOffer): string {
  return offer.scheme ?? 'exact'
}

/** The amount of an offer in USD; `undefined` for anything but known USDC. */
export function usdOfOffer(offer: DecisionOffer): Fraction | undefined {
  const atomic = parseAtomic(offer.amount)
  const { network, asset } = offer
  if (atomic === undefined || network == null || asset == null) return undefined
  return isCanonicalUsdc(network, asset) ? usdOfAtomic(atomic) : undefined
}

function paymentOf({ terms }: DecisionInput): ApprovedPayment | undefined {
  if (terms?.verdict !== 'pay' || terms.payment == null) return undefined
  const { scheme, network, asset, pay_to, amount } = terms.payment
  // The schema lets no unreadable amount of a payment through.
  const atomic = parseAtomic(amount.atomic) as bigint
  return { scheme: scheme ?? 'exact', network, asset, pay_to, atomic }
}

function approvedOffers(
  payment: ApprovedPayment | undefined,
  offers: readonly DecisionOffer[],
): readonly DecisionOffer[] {
  if (payment === undefined) return []
  return offers.filter(
    (offer) =>
      schemeOf(offer) === payment.scheme &&
      offer.network === payment.network &&
      sameAddress(offer.asset ?? '', payment.asset) &&
      sameAddress(offer.pay_to ?? '', payment.pay_to) &&
      parseAtomic(offer.amount) === payment.atomic,
  )
}
