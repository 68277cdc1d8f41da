import { isObject } from '../json/value.js'
import { addressOf } from './entry-url.js'
import { type Fields, listOf } from './fields.js'
import { CATALOG_LIMITS } from './limits.js'
import type { SellerEntry, SellerResources } from './seller-entry.js'

const LISTS = ['resources', 'items', 'endpoints', 'services']
const METHOD_FIRST = /^(GET|HEAD|POST|PUT|PATCH|DELETE)\s+(\S+)$/i

/**
 * Reads `/.well-known/x402` of an origin: addresses, paths, `POST /path`, or
 * whole items. Only what lies on that very origin is taken. Total.
 */
export function readWellKnown(
  document: unknown,
  origin: string,
): SellerResources {
  const list = isObject(document) ? (listOf(document, LISTS) ?? []) : []
  const taken = list.slice(0, CATALOG_LIMITS.seller_resources)
  const entries = taken.map((item) => entryOf(item, origin))
  const own = entries.filter((entry) => entry !== OTHER_ORIGIN)
  return {
    entries: own,
    other_origin: entries.length - own.length,
    cut: list.length > taken.length,
  }
}

const OTHER_ORIGIN = Symbol('an address of another origin')

function entryOf(item: unknown, origin: string): unknown {
  if (isObject(item)) return itemOf(item, origin)
  if (typeof item !== 'string') return item
  const [, method, address = item] = METHOD_FIRST.exec(item.trim()) ?? []
  return withAddress({ method }, address, origin)
}

function itemOf(item: Fields, origin: string): unknown {
  const address = addressOf(item)
  return address === undefined ? item : withAddress(item, address, origin)
}

function withAddress(item: Fields, address: string, origin: string): unknown {
  const url = URL.canParse(address, origin) && new URL(address, origin)
  if (url && url.origin !== origin) return OTHER_ORIGIN
  const entry: SellerEntry = {
    ...item,
    seller_document: true,
    resource: url ? url.href : address,
  }
  return entry
}
