import { isObject, own } from '../json/value.js'
import { type Fields, listOf, memberAt } from './fields.js'
import type { EntryShape } from './listing.js'
import { pricesOf } from './reduced-price.js'

/** The fields of an offer that matter to a listing, under their wire names. */
export type PlainTerms = {
  readonly scheme: unknown
  readonly network: unknown
  readonly asset: unknown
  readonly payTo: unknown
  readonly amount: unknown
  readonly maxAmountRequired: unknown
}

export type EntryTerms = {
  readonly shape: EntryShape
  /** Null for an entry that is no object. */
  readonly terms: readonly (PlainTerms | null)[]
}

/** Names of the list of offers in an item. */
const ACCEPTS = ['accepts', 'paymentRequirements', 'payment_requirements']
const ROUTES = ['x402_routes']

/** The payment terms of an entry, by whichever of the known shapes it has. */
export function termsOf(entry: Fields): EntryTerms {
  const accepts = listOf(entry, ACCEPTS)
  if (accepts !== undefined) {
    const terms = accepts.map(plainTerms)
    return { shape: shapeOf(entry, terms), terms }
  }
  const routes = listOf(entry, ROUTES)
  if (routes !== undefined)
    return { shape: 'routes', terms: routes.map(plainTerms) }
  return reducedTerms(entry)
}

function plainTerms(value: unknown): PlainTerms | null {
  if (!isObject(value)) return null
  return {
    scheme: scalar(own(value, 'scheme')),
    network: scalar(own(value, 'network')),
    asset: scalar(own(value, 'asset')),
    payTo: scalar(own(value, 'payTo')),
    amount: scalar(own(value, 'amount')),
    maxAmountRequired: scalar(own(value, 'maxAmountRequired')),
  }
}

/** A container is no value of any of these fields, and may be very deep. */
function scalar(value: unknown): unknown {
  return typeof value === 'object' && value !== null ? false : value
}

function shapeOf(
  entry: Fields,
  terms: readonly (PlainTerms | null)[],
): EntryShape {
  if (typeof memberAt(entry, 'resource', 'url') === 'string') return 'challenge'
  const v1 = terms.some((each) => each?.maxAmountRequired !== undefined)
  const v2 = terms.some((each) => each?.amount !== undefined)
  if (v1 && v2) return 'v1_and_v2'
  if (v1 || v2) return v1 ? 'v1' : 'v2'
  return own(entry, 'x402Version') === 1 ? 'v1' : 'v2'
}

/** `{ url, amounts, network, payTo }` and `{ url, x402_network, … }`. */
function reducedTerms(entry: Fields): EntryTerms {
  const flat = own(entry, 'x402_pay_to') ?? null
  const prefix = flat === null ? '' : 'x402_'
  const payTo = scalar(flat ?? own(entry, 'payTo') ?? own(entry, 'pay_to'))
  if (typeof payTo !== 'string') return { shape: 'other', terms: [] }
  const network = scalar(own(entry, `${prefix}network`))
  const asset = scalar(own(entry, `${prefix}asset`))
  const terms = pricesOf(entry, network, asset).map((amount) => ({
    scheme: undefined,
    network,
    asset,
    payTo,
    amount,
    maxAmountRequired: undefined,
  }))
  return { shape: flat === null ? 'amounts' : 'flat', terms }
}
