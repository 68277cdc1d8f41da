import { isCanonicalUsdc } from '@assay402/core'
import type { Listing } from '../words/catalog.js'
import type { Observation } from '../words/observation.js'
import { toColumn } from './column-text.js'
import { NO_PRICE, priceKey } from './price-key.js'

/** What the directory takes of a listing. */
export type ListedWords = Pick<
  Listing,
  'url' | 'description' | 'tags' | 'offers'
>

/** A price as it was seen. */
export type SeenPrice = Pick<Observation, 'network' | 'asset' | 'price_atomic'>

/** Characters of an endpoint that are searched. */
const MOST_WORDS = 4_096

/** Price key, network and wallet of the cheapest offer in USDC, else of the
 * first, without a price. */
export function listedTerms({
  offers,
}: Pick<ListedWords, 'offers'>): (string | null)[] {
  const terms = offers.map((offer) => ({ offer, price: usdcPrice(offer) }))
  const first = terms[0]
  if (first === undefined) return [NO_PRICE, null, null]
  const { offer, price } = terms.reduce(
    (least, one) => (one.price < least.price ? one : least),
    first,
  )
  return [price, toColumn(offer.network), toColumn(offer.pay_to)]
}

/** The key of a price that is in canonical USDC. */
export function usdcPrice({ network, asset, price_atomic }: SeenPrice): string {
  if (network === null || asset === null) return NO_PRICE
  return isCanonicalUsdc(network, asset) ? priceKey(price_atomic) : NO_PRICE
}

/** What is searched, as its column holds it. */
export function wordsOf({ url, description, tags }: ListedWords): string {
  const all = [url, tags.join(' '), description ?? ''].join(' ')
  return toColumn(all.slice(0, MOST_WORDS).toLowerCase())
}
