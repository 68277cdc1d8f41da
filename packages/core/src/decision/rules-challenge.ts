import { sameAddress } from '../address/address.js'
import { isObject, own } from '../json/value.js'
import { compareFractions } from '../money/fraction.js'
import { parseAtomic } from '../money/usd.js'
import { decimalOf, usdOf } from '../money/usd-text.js'
import { type Facts, schemeOf, usdOfOffer } from './facts.js'
import type { Finding } from './finding.js'
import type { DecisionOffer } from './input.js'
import { DECISION_THRESHOLDS, KNOWN_SCHEMES } from './thresholds.js'

/** What the challenge would make the client sign. */
export function judgeChallenge(facts: Facts): Finding[] {
  return [
    ...judgeValidity(facts),
    ...judgeFlow(facts),
    ...judgeSchemes(facts),
    ...judgeCloaking(facts),
    ...judgeSignedOffer(facts),
  ]
}

const APPROVAL = 'erc20ApprovalGasSponsoring'

function judgeValidity({ approved, policy }: Facts): Finding[] {
  let seconds = 0
  for (const offer of approved)
    seconds = Math.max(seconds, offer.max_timeout_seconds ?? 0)
  const absurd = DECISION_THRESHOLDS.absurd_authorization_seconds
  const limit = policy.max_authorization_seconds
  if (seconds <= Math.min(limit, absurd)) return []
  return [
    {
      code: 'authorization_too_long',
      meaning: seconds > absurd ? 'block' : 'hold',
      measured: seconds,
      threshold: Math.min(limit, absurd),
    },
  ]
}

function judgeFlow({ approved, challenge, policy }: Facts): Finding[] {
  const meanings = policy.rulebooks.challenge
  const found: Finding[] = []
  if (approved.some((offer) => extraOf(offer, 'paymentFlow') === 'upfront'))
    found.push({
      code: 'upfront_flow',
      meaning: meanings.upfront_flow,
      measured: 'upfront',
      threshold: 'authorization',
    })
  const isDeclared =
    challenge?.extensions.includes(APPROVAL) === true ||
    approved.some((offer) => extraOf(offer, APPROVAL) !== undefined)
  if (isDeclared)
    found.push({
      code: 'unlimited_approval',
      meaning: meanings.unlimited_approval,
      measured: APPROVAL,
      threshold: null,
    })
  return found
}

function extraOf(offer: DecisionOffer, key: string): unknown {
  return isObject(offer.extra) ? own(offer.extra, key) : undefined
}

function judgeSchemes(facts: Facts): Finding[] {
  const { policy } = facts
  const found: Finding[] = []
  const offers = payableBesideExact(facts)
  const unknown = offers.find(
    (offer) => !KNOWN_SCHEMES.includes(schemeOf(offer)),
  )
  if (unknown !== undefined)
    found.push({
      code: 'scheme_unknown',
      meaning: policy.rulebooks.challenge.scheme_unknown,
      measured: schemeOf(unknown),
      threshold: 'exact',
    })
  const limit = usdOf(policy.max_per_payment_usd)
  for (const offer of offers) {
    const ceiling = schemeOf(offer) === 'upto' ? usdOfOffer(offer) : undefined
    if (ceiling === undefined || compareFractions(ceiling, limit) <= 0) continue
    found.push({
      code: 'ceiling_over_limit',
      meaning: policy.rulebooks.challenge.ceiling_over_limit,
      measured: decimalOf(ceiling),
      threshold: policy.max_per_payment_usd,
    })
    break
  }
  return found
}

/**
 * The approved payment when it is no `exact` one. Without a payment: what the
 * challenge offers on allowed networks, if that is nothing `exact`. Beside an
 * exact offer the others do not decide: only the approved one is let through.
 */
function payableBesideExact(facts: Facts): readonly DecisionOffer[] {
  const { payment, challenge, input, policy } = facts
  if (payment !== undefined)
    return payment.scheme === 'exact'
      ? []
      : [{ ...payment, amount: payment.atomic.toString() }]
  const offers = (challenge?.offers ?? input.terms?.offers ?? []).filter(
    (offer) => policy.allowed_networks.includes(offer.network ?? ''),
  )
  return offers.some((offer) => schemeOf(offer) === 'exact') ? [] : offers
}

function judgeCloaking(facts: Facts): Finding[] {
  const { input, policy, rotating } = facts
  const own = (input.own_probe?.offers ?? []).filter(isComparable)
  const bought = comparedOffer(facts)
  if (bought === undefined || own.length === 0) return []
  const fields = fewestDifferences(bought, own)
  if (fields.length === 0) return []
  const isRotation = rotating && fields.join() === 'pay_to'
  return [
    {
      code: 'cloaking',
      meaning: isRotation ? 'note' : policy.rulebooks.challenge.cloaking,
      measured: fields.join(', '),
      threshold: `${DECISION_THRESHOLDS.cloaking_percent} %`,
    },
  ]
}

function isComparable(offer: DecisionOffer): boolean {
  return offer.usable !== false && parseAtomic(offer.amount) !== undefined
}

/** The approved entry of the buyer's challenge, else its first usable one. */
function comparedOffer({ approved, input }: Facts): DecisionOffer | undefined {
  const offers = input.buyer_challenge?.offers ?? []
  return (
    offers.find((offer) => approved.includes(offer)) ??
    offers.find(isComparable)
  )
}

function fewestDifferences(
  bought: DecisionOffer,
  own: readonly DecisionOffer[],
): readonly string[] {
  const [first, ...rest] = own.map((offer) => differences(bought, offer))
  return rest.reduce(
    (best, next) => (next.length < best.length ? next : best),
    first as readonly string[],
  )
}

function differences(
  bought: DecisionOffer,
  own: DecisionOffer,
): readonly string[] {
  const fields: string[] = []
  if (!sameAddress(bought.pay_to ?? '', own.pay_to ?? '')) fields.push('pay_to')
  if (!sameAddress(bought.asset ?? '', own.asset ?? '')) fields.push('asset')
  if (bought.network !== own.network) fields.push('network')
  if (!isNear(bought, own)) fields.push('amount')
  return fields
}

function isNear(bought: DecisionOffer, own: DecisionOffer): boolean {
  const paid = parseAtomic(bought.amount) as bigint
  const seen = parseAtomic(own.amount) as bigint
  const apart = paid > seen ? paid - seen : seen - paid
  return 100n * apart <= BigInt(DECISION_THRESHOLDS.cloaking_percent) * seen
}

function judgeSignedOffer({ input, policy }: Facts): Finding[] {
  const status = input.signed_offer?.status
  const meanings = policy.rulebooks.signed_offer
  const meaning = {
    offer_mismatch: meanings.mismatch,
    offer_expired: meanings.expired,
    offer_signer_unbound: meanings.signer_unbound,
  }
  return Object.hasOwn(meaning, status ?? '')
    ? [
        {
          code: status as keyof typeof meaning,
          meaning: meaning[status as keyof typeof meaning],
          measured: status as string,
          threshold: null,
        },
      ]
    : []
}
