import { isObject, own } from '../json/value.js'
import { type Fields, listOf, memberAt, objectOf } from './fields.js'

/** A page or file of a catalog, taken apart but not read yet. */
export type CatalogDocument = {
  /** False for a document that has no list: it is one entry itself, or none. */
  readonly is_list: boolean
  readonly entries: readonly unknown[]
  /** What the source says it holds in all. */
  readonly reported_total: number | null
  /** The page size and start that the source says it used. */
  readonly limit: number | null
  readonly offset: number | null
  /** The source says itself that the answer is not whole. */
  readonly partial: boolean
}

/** Names of the list in a document that is not a list itself. */
const LISTS = [
  'items',
  'resources',
  'listings',
  'services',
  'endpoints',
  'providers',
  'documents',
  'rows',
  'results',
  'data',
]
/** Envelopes around such a document. */
const ENVELOPES = ['data', 'result', 'catalog', 'response']

/**
 * Finds the entries of a catalog document of any of the shapes in use: a list,
 * an object with a list, an envelope around one, or a single entry. An entry
 * that is a service with `endpoints` stands for those. Total.
 */
export function readCatalogDocument(document: unknown): CatalogDocument {
  if (Array.isArray(document)) return whole(document, true)
  if (!isObject(document))
    return whole(document === undefined ? [] : [document], false)
  const inner = listOf(document, LISTS) ? document : envelopeOf(document)
  const list = listOf(inner, LISTS)
  if (list === undefined) return whole([document], false)
  const paging = [own(inner, 'pagination'), inner]
  return {
    is_list: true,
    entries: list.flatMap(endpointsOf),
    reported_total: numberOf(paging, 'total'),
    limit: numberOf(paging, 'limit'),
    offset: numberOf(paging, 'offset'),
    partial: own(inner, 'partialResults') === true,
  }
}

function whole(list: readonly unknown[], is_list: boolean): CatalogDocument {
  return {
    is_list,
    entries: list.flatMap(endpointsOf),
    reported_total: null,
    limit: null,
    offset: null,
    partial: false,
  }
}

function envelopeOf(document: Fields): Fields {
  return objectOf(document, ENVELOPES) ?? document
}

function endpointsOf(entry: unknown): readonly unknown[] {
  if (!isObject(entry)) return [entry]
  const endpoints = own(entry, 'endpoints')
  return Array.isArray(endpoints) && endpoints.every(isObject)
    ? endpoints
    : [entry]
}

function numberOf(places: readonly unknown[], name: string): number | null {
  for (const place of places) {
    const value = memberAt(place, name)
    if (Number.isSafeInteger(value) && (value as number) >= 0)
      return value as number
  }
  return null
}
