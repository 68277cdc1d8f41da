import { isObject, own } from '../json/value.js'
import { type Fields, firstOf, firstText, listOf, memberAt } from './fields.js'
import { CATALOG_LIMITS } from './limits.js'
import { sampleText } from './sample.js'

/** How a resource wants to be asked, as its seller declares it. */
export type DeclaredInput = {
  readonly type: 'http' | 'mcp'
  readonly method: string
  readonly sample_body: string | null
  readonly path_params: unknown
  /** A readable route template of the seller's own; null without one. */
  readonly route: string | null
  /** Of an MCP listing. */
  readonly tool: string | null
}

const METHODS: ReadonlySet<string> = new Set(
  'GET HEAD POST PUT PATCH DELETE OPTIONS'.split(' '),
)
const TAKES_BODY: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH'])

/** Every spelling of a map of body fields that is in use. */
const BODY_NAMES = [
  'bodyFields',
  'body_fields',
  'bodyParams',
  'body',
  'data',
  'properties',
]
const BODY_TYPE_NAMES = ['bodyType', 'body_type']
const PATH_PARAM_NAMES = ['pathParams', 'path_params']

/** Reads the declarations of an entry; v2's bazaar block counts before v1's. */
export function declaredInput(entry: Fields): DeclaredInput {
  const inputs = inputsOf(entry)
  const tool = firstText(inputs.map((input) => memberAt(input, 'toolName')))
  const isMcp = [entry, ...inputs].some((each) => own(each, 'type') === 'mcp')
  const bodies = isMcp ? [] : inputs.map(bodyOf)
  const hasBody = bodies.some((body) => body !== undefined)
  const method = isMcp
    ? 'POST'
    : (methodOf(entry, inputs) ?? (hasBody ? 'POST' : 'GET'))
  const samples = TAKES_BODY.has(method) ? bodies.map(sampleText) : []
  return {
    type: isMcp ? 'mcp' : 'http',
    method,
    sample_body: samples.find((sample) => sample !== null) ?? null,
    path_params: inputs
      .map((input) => firstOf(input, PATH_PARAM_NAMES))
      .find(isObject),
    route: readRoute(memberAt(entry, 'extensions', 'bazaar', 'routeTemplate')),
    tool: tool ?? null,
  }
}

function inputsOf(entry: Fields): readonly Fields[] {
  const accepts = listOf(entry, ['accepts']) ?? []
  return [
    memberAt(entry, 'extensions', 'bazaar', 'info', 'input'),
    memberAt(entry, 'metadata', 'bazaar', 'info', 'input'),
    memberAt(entry, 'metadata', 'input'),
    memberAt(entry, 'outputSchema', 'input'),
    ...accepts
      .slice(0, CATALOG_LIMITS.accepts)
      .map((each) => memberAt(each, 'outputSchema', 'input')),
  ].filter(isObject)
}

function methodOf(
  entry: Fields,
  inputs: readonly Fields[],
): string | undefined {
  const named = [
    ...inputs.map((input) => own(input, 'method')),
    own(entry, 'method'),
    own(entry, 'declared_verb'),
  ]
  for (const method of named) {
    if (typeof method !== 'string' || method.length > 7) continue
    if (METHODS.has(method.toUpperCase())) return method.toUpperCase()
  }
  return undefined
}

/** The declared body, when it is to be sent as JSON. */
function bodyOf(input: Fields): unknown {
  const type = firstOf(input, BODY_TYPE_NAMES) ?? 'json'
  return type === 'json' ? firstOf(input, BODY_NAMES) : undefined
}

const ROUTE = /^\/[a-zA-Z0-9_/:.\-~%]+$/
const DECODINGS = 4

/** A route template that stays on its origin however often it is decoded. */
function readRoute(template: unknown): string | null {
  if (typeof template !== 'string') return null
  if (template.length > CATALOG_LIMITS.url_units || !ROUTE.test(template))
    return null
  let text = template
  for (let turn = 0; turn <= DECODINGS; turn++) {
    if (text.includes('..') || text.includes('://')) return null
    text = text.replace(/%(2e|2f|3a|25)/gi, decodeSign)
  }
  return template
}

function decodeSign(sign: string): string {
  return decodeURIComponent(sign)
}
