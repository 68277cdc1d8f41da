import type { JsonObject } from '../json/value.js'
import type { Offer } from '../x402/challenge-types.js'
import { EXACT_SCHEME, readOffer } from '../x402/offer.js'
import type { EntryTerms, PlainTerms } from './entry-terms.js'
import type { LeftOutOffer } from './exclusions.js'
import { CATALOG_LIMITS } from './limits.js'
import { isKeepable } from './listed-text.js'
import type { CatalogOffer } from './listing.js'

export type EntryOffers = {
  readonly offers: readonly CatalogOffer[]
  readonly left_out: readonly LeftOutOffer[]
}

/**
 * The offers of an entry, each read by its own fields and by the rules of a
 * challenge. An offer stays when it says who would be paid on which network;
 * a price or asset that it does not say readably is empty.
 */
export function offersOf({ terms }: EntryTerms): EntryOffers {
  const offers = new Map<string, CatalogOffer>()
  const left_out: LeftOutOffer[] = []
  for (const each of terms.slice(0, CATALOG_LIMITS.accepts)) {
    const offer = each === null ? 'not_an_offer' : readTerms(each)
    if (typeof offer === 'string') left_out.push(offer)
    else offers.set(offerKey(offer), offer)
  }
  if (terms.length > CATALOG_LIMITS.accepts) left_out.push('too_many')
  const keys = [...offers.keys()].sort()
  return {
    offers: keys.map((key) => offers.get(key) as CatalogOffer),
    left_out,
  }
}

/** The same for equal offers only; orders them by network and asset first. */
function offerKey(offer: CatalogOffer): string {
  const { network, asset, pay_to, scheme, price_atomic } = offer
  // Kept words have no control characters, so nothing can pass for this mark.
  return [network, asset, pay_to, scheme, price_atomic].join('\u0000')
}

const NO_PAYEE = [
  'network_missing',
  'pay_to_missing',
  'pay_to_family',
  'pay_to_burn',
  'pay_to_is_asset',
] as const satisfies readonly LeftOutOffer[]

function readTerms(terms: PlainTerms): CatalogOffer | LeftOutOffer {
  const scheme = terms.scheme ?? EXACT_SCHEME
  if (typeof scheme !== 'string') return 'scheme_unreadable'
  const { offer } = readPlain(terms)
  for (const defect of NO_PAYEE)
    if (offer.defects.includes(defect)) return defect
  const listed: CatalogOffer = {
    scheme,
    network: offer.network as string,
    asset: offer.asset ?? '',
    pay_to: offer.pay_to as string,
    price_atomic: isPriced(offer) ? (offer.amount as string) : '',
  }
  const words = Object.values(listed)
  return words.every((word) => isKeepable(word, CATALOG_LIMITS.word_units))
    ? listed
    : 'text_unusable'
}

function isPriced({ defects }: Offer): boolean {
  return !defects.includes('amount_unreadable')
}

function readPlain(terms: PlainTerms) {
  const version = (terms.maxAmountRequired ?? null) === null ? 2 : 1
  const json = {
    value: terms as JsonObject,
    duplicateKey: false,
    numberTexts: null,
  }
  const accepts = [terms as JsonObject]
  const source = 'body'
  return readOffer(json, { source, version, json: json.value, accepts }, 0)
}
