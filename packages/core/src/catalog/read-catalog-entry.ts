import { catalogKey, resourceId, resourceOf } from '../identity/resource.js'
import { isObject, own } from '../json/value.js'
import { type DeclaredInput, declaredInput } from './declared-input.js'
import { offersOf } from './entry-offers.js'
import { type EntryTerms, termsOf } from './entry-terms.js'
import { addressOf, readAddress } from './entry-url.js'
import { lastUpdatedOf, wordsOf } from './entry-words.js'
import type { ExclusionReason } from './exclusions.js'
import { type Fields, objectOf } from './fields.js'
import type { ReadEntry } from './listing.js'
import { fillPath } from './path-template.js'
import { SELLER_DOCUMENT } from './seller-entry.js'

export type ReadEntryOptions = {
  /** `host:port` targets that may be private, as in safe-fetch. */
  readonly allowHosts?: ReadonlySet<string> | undefined
}

/**
 * Reads one entry of a catalog, of any of the shapes in use, into a listing,
 * or names the one reason why it is none. Total on any JSON value, linear in
 * its size; nothing that the entry says is believed beyond being listed.
 */
export function readCatalogEntry(
  entry: unknown,
  source: string,
  { allowHosts = NO_HOSTS }: ReadEntryOptions = {},
): ReadEntry {
  if (typeof entry === 'string')
    return listed({ resource: entry }, ADDRESS_ALONE, source, allowHosts)
  if (!isObject(entry))
    return { ok: false, shape: 'other', excluded: 'not_an_entry' }
  const fields = unwrapped(entry)
  const bySeller = own(fields, SELLER_DOCUMENT) === true
  const terms = termsOf(fields)
  const shape = bySeller ? 'seller_document' : terms.shape
  if (terms.terms.length === 0 && !bySeller) {
    const excluded = whyNoTerms(fields, allowHosts)
    return { ok: false, shape, excluded }
  }
  return listed(fields, { ...terms, shape }, source, allowHosts)
}

/** The address and tool of an entry: what a catalog is keyed by. */
export function catalogEntryKey(entry: unknown): string | undefined {
  if (typeof entry === 'string') return entry
  if (!isObject(entry)) return undefined
  const fields = unwrapped(entry)
  const address = addressOf(fields)
  if (address === undefined) return undefined
  const { tool, method } = declaredInput(fields)
  return [method, address, tool ?? ''].join(' ')
}

const NO_HOSTS: ReadonlySet<string> = new Set()
const ADDRESS_ALONE: EntryTerms = { shape: 'address', terms: [] }

/** Names under which an index wraps the entry that it took from elsewhere. */
const WRAPPERS = ['record', 'wire']

function unwrapped(entry: Fields): Fields {
  return objectOf(entry, WRAPPERS) ?? entry
}

function whyNoTerms(
  fields: Fields,
  allowHosts: ReadonlySet<string>,
): ExclusionReason {
  if (isFacilitator(fields)) return 'facilitator'
  const url = readAddress(addressOf(fields), allowHosts)
  if (typeof url === 'string') return url
  return sellsOtherwise(fields) ? 'other_protocol' : 'no_terms'
}

function isFacilitator(fields: Fields): boolean {
  if (objectOf(fields, ['facilitator', 'facilitatorInfo'])) return true
  const category = own(fields, 'category')
  if (typeof category === 'string' && /^facilitators?$/i.test(category))
    return true
  const metadata = objectOf(fields, ['metadata'])
  return metadata !== undefined && isObject(own(metadata, 'facilitatorInfo'))
}

function sellsOtherwise(fields: Fields): boolean {
  if (own(fields, 'l402_enabled') === true) return true
  const protocol = own(fields, 'protocol')
  return typeof protocol === 'string' && !/x402/i.test(protocol)
}

function listed(
  fields: Fields,
  terms: EntryTerms,
  source: string,
  allowHosts: ReadonlySet<string>,
): ReadEntry {
  const { shape } = terms
  const address = readAddress(addressOf(fields), allowHosts)
  if (typeof address === 'string')
    return { ok: false, shape, excluded: address }
  const input = declaredInput(fields)
  const path = fillPath(address, input.path_params)
  const { offers, left_out } = offersOf(terms)
  return {
    ok: true,
    shape,
    listing: {
      source,
      ...identityOf(path.href, input, path.route),
      type: input.type,
      offers,
      ...wordsOf(fields),
      sample_body: input.sample_body,
    },
    last_updated: lastUpdatedOf(fields),
    path_template: path.unfilled,
    route_declared: input.route !== null,
    left_out,
  }
}

function identityOf(
  href: string,
  { method, route }: DeclaredInput,
  ownRoute: string | null,
) {
  // The address was read and the method is one of a list: both are readable.
  const resource = resourceOf(method, href) as string
  return {
    resource_id: resourceId(resource),
    resource,
    url: resource.slice(method.length + 1),
    method,
    catalog_key: catalogKey(href, route ?? ownRoute) as string,
    host: new URL(href).origin,
  }
}
