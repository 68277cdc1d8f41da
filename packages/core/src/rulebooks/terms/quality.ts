import { utf8Length } from '../../json/utf8.js'
import type {
  Challenge,
  CollectedResponse,
} from '../../x402/challenge-types.js'
import { firstHeader } from '../../x402/headers.js'
import type { QualityCode } from '../../x402/quality-codes.js'
import { type DeclaredSchema, declaredSchema } from './declared-schema.js'
import type { Quality, QualityChecks } from './quality-schema.js'

/** What a probe came back with, as far as quality is concerned. */
export type QualityProbe = {
  readonly outcome: 'response' | 'timeout' | 'unreachable' | 'refused'
  readonly response?: CollectedResponse | undefined
}

/** Whether a declared sample fits its schema; null: not known. */
export type SchemaJudge = (declared: DeclaredSchema) => boolean | null

/**
 * Judges the unpaid answer itself: status, content type, and whether the
 * sample that the seller publishes fits the output schema that it declares.
 * Never changes a verdict.
 */
export function judgeQuality(
  probe: QualityProbe,
  challenge: Challenge,
  matchOf: SchemaJudge,
): Quality {
  const { outcome, response } = probe
  if (outcome !== 'response' || response === undefined)
    return { code: 'quality_unreachable', checks: NOTHING }
  const checks = checksOf(response, challenge, matchOf)
  return { code: codeOf(checks, challenge), checks }
}

const PAYMENT_REQUIRED = 402

const NOTHING: QualityChecks = {
  reachable: false,
  http_status: null,
  status_is_402: false,
  content_type: null,
  content_type_ok: null,
  body_bytes: null,
  schema_declared: false,
  schema_source: null,
  schema_match: null,
}

function checksOf(
  response: CollectedResponse,
  challenge: Challenge,
  matchOf: SchemaJudge,
): QualityChecks {
  const is402 = response.status === PAYMENT_REQUIRED
  const mediaType = mediaTypeOf(response)
  const declared = is402 ? declaredSchema(challenge.documents) : undefined
  return {
    reachable: true,
    http_status: response.status,
    status_is_402: is402,
    content_type: mediaType,
    content_type_ok: isJsonType(mediaType) || hasHeaderEntry(challenge),
    body_bytes: utf8Length(response.body),
    schema_declared: declared !== undefined,
    schema_source: declared?.source ?? null,
    schema_match: declared === undefined ? null : matchOf(declared),
  }
}

function codeOf(checks: QualityChecks, challenge: Challenge): QualityCode {
  if (!checks.status_is_402 || challenge.offers.length === 0)
    return 'quality_bad_status'
  if (!checks.content_type_ok) return 'quality_bad_content_type'
  if (checks.schema_match === false) return 'quality_schema_mismatch'
  return checks.schema_match === null ? 'quality_unverified' : 'quality_ok'
}

function mediaTypeOf(response: CollectedResponse): string | null {
  const written = firstHeader(response.headers, 'content-type') ?? ''
  const end = written.indexOf(';')
  const type = end < 0 ? written : written.slice(0, end)
  return type.trim().toLowerCase() || null
}

function isJsonType(mediaType: string | null): boolean {
  return (
    mediaType === 'application/json' || mediaType?.endsWith('+json') === true
  )
}

function hasHeaderEntry(challenge: Challenge): boolean {
  return challenge.offers.some((offer) => offer.source === 'header')
}
