import {
  addressKey,
  type Challenge,
  canonicalJson,
  isObject,
  type JsonObject,
  mapNetwork,
  type Offer,
  own,
} from '@assay402/core/light'

/** The exact terms that may be signed, once. */
export type ApprovedTerms = {
  readonly version: 1 | 2
  readonly scheme: 'exact'
  /** CAIP-2. */
  readonly network: string
  readonly asset: string
  /** Atomic units. */
  readonly amount: bigint
  readonly pay_to: string
  /** Seconds that the authorisation may be valid from its signing on. */
  readonly valid_for_s: number
  /** The entry's own `extra`. */
  readonly extra: JsonObject
  /** Names of the extensions that the challenge declares. */
  readonly extensions: readonly string[]
}

/** Terms and the challenge that holds nothing else, both frozen. */
export type FrozenTerms = {
  readonly terms: ApprovedTerms
  /** The approved entry as the seller wrote it. */
  readonly entry: JsonObject
  /** The seller's document with that entry alone. */
  readonly document: JsonObject
  readonly source: 'header' | 'body'
}

/** The payment that rulebook terms approved, as far as it names an entry. */
export type ApprovedPayment = {
  readonly network: string
  readonly asset: string
  readonly amount: { readonly atomic: string }
  readonly pay_to: string
}

/** Seconds, where a challenge names none. */
const DEFAULT_TIMEOUT_S = 60

/**
 * Copies the approved entry out of a challenge and freezes it, so that nobody
 * can change after the approval what is signed. `undefined` when the challenge
 * has no such entry.
 */
export function freezeTerms(
  challenge: Challenge,
  payment: ApprovedPayment,
): FrozenTerms | undefined {
  const offer = challenge.offers.find((each) => isOfferOf(each, payment))
  if (offer === undefined) return undefined
  const found = challenge.documents.find(
    ({ source, accepts }) =>
      source === offer.source && isObject(accepts[offer.index]),
  )
  if (found === undefined) return undefined
  const copy = JSON.parse(JSON.stringify(found.json)) as DocumentCopy
  const entry = copy.accepts[offer.index] as JsonObject
  const document = deepFreeze({ ...copy, accepts: [entry] } as JsonObject)
  const extra = own(entry, 'extra')
  return {
    terms: {
      version: found.version,
      scheme: 'exact',
      network: payment.network,
      asset: payment.asset,
      amount: BigInt(payment.amount.atomic),
      pay_to: payment.pay_to,
      valid_for_s: offer.max_timeout_seconds ?? DEFAULT_TIMEOUT_S,
      extra: isObject(extra) ? (extra as JsonObject) : {},
      extensions: isObject(copy.extensions) ? Object.keys(copy.extensions) : [],
    },
    entry,
    document,
    source: found.source,
  }
}

/** True for an entry that says the same, whoever copied it. */
export function isSameEntry({ entry }: FrozenTerms, other: unknown): boolean {
  if (other === entry) return true
  try {
    return canonicalJson(other) === canonicalJson(entry)
  } catch {
    // What has no canonical form is no JSON that came from a seller.
    return false
  }
}

type DocumentCopy = JsonObject & {
  readonly accepts: readonly JsonObject[]
  readonly extensions?: unknown
}

function isOfferOf(offer: Offer, payment: ApprovedPayment): boolean {
  return (
    offer.usable &&
    offer.network === mapNetwork(payment.network).id &&
    addressKey(offer.asset ?? '') === addressKey(payment.asset) &&
    addressKey(offer.pay_to ?? '') === addressKey(payment.pay_to) &&
    offer.amount === payment.amount.atomic
  )
}

function deepFreeze<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null) return value
  for (const member of Object.values(value)) deepFreeze(member)
  return Object.freeze(value)
}
