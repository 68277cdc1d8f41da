import { isObject, own } from '../json/value.js'
import { type Fields, firstOf, listOf, memberAt } from './fields.js'
import { CATALOG_LIMITS } from './limits.js'
import { dereferenced } from './open-api-reference.js'
import type { SellerEntry, SellerResources } from './seller-entry.js'

const METHODS = ['get', 'head', 'post', 'put', 'patch', 'delete']
const PAYMENT_INFO = 'x-payment-info'

/**
 * Reads the paid operations of an OpenAPI document of an origin: those with an
 * `x-payment-info` that does not leave x402 out, or with a 402 answer. Only
 * what lies on that very origin is taken. Total; references stay inside the
 * document.
 */
export function readOpenApi(
  document: unknown,
  origin: string,
): SellerResources {
  const entries: SellerEntry[] = []
  const base = baseOf(document, origin)
  let otherOrigin = 0
  for (const operation of paidOperations(document)) {
    if (entries.length === CATALOG_LIMITS.seller_resources)
      return { entries, other_origin: otherOrigin, cut: true }
    if (base === undefined) otherOrigin++
    else entries.push(entryOf(operation, base + operation.path))
  }
  return { entries, other_origin: otherOrigin, cut: false }
}

type Operation = {
  readonly document: unknown
  readonly path: string
  readonly method: string
  readonly operation: Fields
  /** Of the path, for all its operations. */
  readonly shared: readonly unknown[]
}

/**
 * What a path is appended to (OpenAPI does not resolve it), without a slash at
 * its end; `undefined` when the document's server is on another origin.
 */
function baseOf(document: unknown, origin: string): string | undefined {
  const servers = isObject(document) ? listOf(document, ['servers']) : undefined
  const url = memberAt(servers?.[0], 'url')
  if (typeof url !== 'string' || !URL.canParse(url, origin)) return origin
  const server = new URL(url, origin)
  return server.origin === origin
    ? origin + server.pathname.replace(/\/$/, '')
    : undefined
}

function* paidOperations(document: unknown): Generator<Operation> {
  const paths = memberAt(document, 'paths')
  if (!isObject(paths)) return
  for (const [path, given] of Object.entries(paths)) {
    const item = dereferenced(document, given)
    if (!path.startsWith('/') || !isObject(item)) continue
    const shared = listOf(item, ['parameters']) ?? []
    for (const method of METHODS) {
      const operation = own(item, method)
      if (isObject(operation) && isPaid(operation))
        yield { document, path, method, operation, shared }
    }
  }
}

function isPaid(operation: Fields): boolean {
  const info = own(operation, PAYMENT_INFO)
  if (!isObject(info)) return isObject(memberAt(operation, 'responses', '402'))
  const protocols = listOf(info, ['protocols'])
  return protocols === undefined || protocols.some(isX402)
}

function isX402(protocol: unknown): boolean {
  return protocol === 'x402' || memberAt(protocol, 'x402') !== undefined
}

function entryOf(operation: Operation, address: string): SellerEntry {
  const { method, operation: fields } = operation
  const { path, query } = parameterExamples(operation)
  const input = {
    type: 'http',
    method,
    bodyType: 'json',
    body: declaredBody(operation),
    pathParams: path,
  }
  return {
    seller_document: true,
    resource: withQuery(address, query),
    method,
    name: own(fields, 'summary') as string | undefined,
    description: own(fields, 'description') as string | undefined,
    tags: listOf(fields, ['tags']),
    extensions: { bazaar: { info: { input } } },
  }
}

/** Examples of path parameters, and of the query parameters that must be. */
function parameterExamples({ document, operation, shared }: Operation) {
  const path: [string, unknown][] = []
  const query: [string, string][] = []
  const given = [...shared, ...(listOf(operation, ['parameters']) ?? [])]
  for (const each of given.slice(0, CATALOG_LIMITS.accepts)) {
    const parameter = dereferenced(document, each)
    if (!isObject(parameter)) continue
    const name = own(parameter, 'name')
    const example = exampleOf(document, parameter)
    if (typeof name !== 'string' || example === undefined) continue
    const place = own(parameter, 'in')
    if (place === 'path') path.push([name, example])
    if (place === 'query' && own(parameter, 'required') === true)
      query.push([name, example])
  }
  return { path: Object.fromEntries(path), query }
}

function exampleOf(document: unknown, parameter: Fields): string | undefined {
  const schema = dereferenced(document, own(parameter, 'schema'))
  const inSchema = isObject(schema) ? firstOf(schema, EXAMPLES) : undefined
  const example = firstOf(parameter, ['example']) ?? inSchema
  const isPlain = typeof example === 'string' || typeof example === 'number'
  return isPlain ? String(example) : undefined
}

const EXAMPLES = ['example', 'default', 'const']
const PLAIN = /^[A-Za-z0-9._~-]{1,128}$/

function withQuery(
  address: string,
  query: readonly (readonly [string, string])[],
): string {
  const plain = query.filter((pair) => pair.every((text) => PLAIN.test(text)))
  if (plain.length === 0 || address.includes('?')) return address
  return `${address}?${plain.map((pair) => pair.join('=')).join('&')}`
}

function declaredBody({ document, operation }: Operation): unknown {
  const body = dereferenced(document, own(operation, 'requestBody'))
  const media = memberAt(body, 'content', 'application/json')
  if (!isObject(media)) return undefined
  const example = firstOf(media, ['example'])
  if (example !== undefined) return example
  const examples = own(media, 'examples')
  const first = isObject(examples) ? Object.values(examples)[0] : undefined
  const value = memberAt(dereferenced(document, first), 'value')
  return value ?? dereferenced(document, own(media, 'schema'))
}
