import { exactInteger } from '../json/number-text.js'
import { type JsonText, numberTextOf, readJson } from '../json/reader.js'
import {
  isObject,
  type JsonObject,
  type JsonValue,
  own,
} from '../json/value.js'
import type {
  Challenge,
  ChallengeDocument,
  CollectedResponse,
  Offer,
} from './challenge-types.js'
import type { ChallengeDefect } from './defects.js'
import { readOffer } from './offer.js'
import {
  JSON_LIMITS,
  looksLikeJson,
  readPaymentHeader,
} from './payment-header.js'

/**
 * Reads the payment terms of a 402 answer: header entries first, then those of
 * a v1 body, or of a v2 body when the header gives none. Total: whatever the
 * bytes are, defects are named and the reading goes on. Any other status gives
 * no offers and no defects.
 */
export function readChallenge(response: CollectedResponse): Challenge {
  if (response.status !== PAYMENT_REQUIRED) return NO_CHALLENGE
  const header = readPaymentHeader(response.headers)
  const reading: Reading = {
    offers: [],
    defects: new Set(header.defects),
    documents: [],
    seen: new Set(),
  }
  if (header.json !== null) readHeaderTerms(reading, header.json)
  readBody(reading, response, header.json !== null)
  const { offers, defects, documents } = reading
  return { offers, defects: [...defects], documents }
}

type Reading = {
  readonly offers: Offer[]
  readonly defects: Set<ChallengeDefect>
  readonly documents: ChallengeDocument[]
  readonly seen: Set<string>
}

type Version = 1 | 2

const PAYMENT_REQUIRED = 402
const NO_CHALLENGE: Challenge = { offers: [], defects: [], documents: [] }

function readHeaderTerms(reading: Reading, json: JsonText): void {
  const terms = json.value as JsonObject
  const version = versionOf(json, terms)
  if (version === undefined) {
    reading.defects.add('version_unknown')
    return
  }
  if (version === 1) reading.defects.add('generation_mix')
  readTerms(reading, json, 'header', version)
}

function readBody(
  reading: Reading,
  response: CollectedResponse,
  headerReadable: boolean,
): void {
  const json = bodyJson(reading, response, headerReadable)
  if (json === undefined || !isObject(json.value)) return
  const terms = json.value as JsonObject
  if ((own(terms, 'accepts') ?? null) === null) return
  const version = versionOf(json, terms)
  if (version === undefined) {
    if (!headerReadable) reading.defects.add('version_unknown')
    return
  }
  if (version === 2) {
    if (reading.offers.length > 0) return
    reading.defects.add('body_only_v2')
  }
  readTerms(reading, json, 'body', version)
}

/** The body as JSON; why it is none is only named without a readable header. */
function bodyJson(
  reading: Reading,
  { body, body_truncated }: CollectedResponse,
  headerReadable: boolean,
): JsonText | undefined {
  const read = body_truncated ? CUT_OFF : readJson(body, JSON_LIMITS)
  if (read.ok) return read.json
  const isFault = read.fault !== 'json_invalid' || looksLikeJson(body)
  if (isFault && !headerReadable) reading.defects.add(read.fault)
  return undefined
}

const CUT_OFF = { ok: false, fault: 'too_large' } as const

function versionOf(json: JsonText, terms: JsonObject): Version | undefined {
  const value = own(terms, 'x402Version')
  if (value === '1') return 1
  if (value === '2') return 2
  if (typeof value !== 'number') return undefined
  const version = exactInteger(value, numberTextOf(json, terms, 'x402Version'))
  return version === 1 || version === 2 ? version : undefined
}

function readTerms(
  reading: Reading,
  json: JsonText,
  source: 'header' | 'body',
  version: Version,
): void {
  const terms = json.value as JsonObject
  if (typeof terms['x402Version'] === 'string')
    reading.defects.add('version_string')
  if (version === 2 && !namesResource(terms))
    reading.defects.add('resource_missing')
  const given = own(terms, 'accepts')
  const accepts: readonly JsonValue[] = Array.isArray(given) ? given : []
  if (json.duplicateKey && accepts.length > 0)
    reading.defects.add('duplicate_key')
  const document = { source, version, json: terms, accepts }
  reading.documents.push(document)
  for (let index = 0; index < accepts.length; index++) {
    const { offer, key } = readOffer(json, document, index)
    if (reading.seen.has(key)) continue
    reading.seen.add(key)
    reading.offers.push(offer)
  }
}

function namesResource(terms: JsonObject): boolean {
  const resource = own(terms, 'resource')
  if (!isObject(resource)) return false
  const url = own(resource, 'url')
  return typeof url === 'string' && url !== ''
}
