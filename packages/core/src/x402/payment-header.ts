import { type JsonText, readJson } from '../json/reader.js'
import { isObject } from '../json/value.js'
import { decodeBase64 } from './base64.js'
import { decodeUtf8 } from './decode-utf8.js'
import type { ChallengeDefect } from './defects.js'
import { type CollectedHeaders, headerValues } from './headers.js'
import { CHALLENGE_LIMITS } from './limits.js'

export const PAYMENT_REQUIRED_HEADER = 'payment-required'

export type PaymentHeader = {
  /** The JSON text whose value is an object; null when no header gives one. */
  readonly json: JsonText | null
  readonly defects: readonly ChallengeDefect[]
}

/** Reads the PAYMENT-REQUIRED header, however often and however it came. */
export function readPaymentHeader(headers: CollectedHeaders): PaymentHeader {
  const values = headerValues(headers, PAYMENT_REQUIRED_HEADER)
  if (values.length === 0) return ABSENT
  const parts = partsOf(values)
  const [first] = parts
  if (first === undefined) return { json: null, defects: ['header_unreadable'] }
  const defects: ChallengeDefect[] = []
  if (parts.length > 1)
    defects.push(
      parts.every((part) => part === first)
        ? 'header_repeated'
        : 'header_conflict',
    )
  const json = readPart(first, defects)
  if (json !== null && isObject(json.value)) return { json, defects }
  defects.push('header_unreadable')
  return { json: null, defects }
}

/** True for a text that can only be JSON: it starts with `{` or `[`. */
export function looksLikeJson(text: string): boolean {
  let at = text.charCodeAt(0) === BOM ? 1 : 0
  while (isBlank(text.charCodeAt(at))) at++
  const first = text.charCodeAt(at)
  return first === OPEN_OBJECT || first === OPEN_LIST
}

const ABSENT: PaymentHeader = { json: null, defects: [] }
const BOM = 0xfeff
const OPEN_OBJECT = 0x7b
const OPEN_LIST = 0x5b

export const JSON_LIMITS = {
  depth: CHALLENGE_LIMITS.json_depth,
  units: CHALLENGE_LIMITS.json_units,
}

function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09
}

function partsOf(values: readonly string[]): string[] {
  const parts: string[] = []
  for (const value of values) {
    const raw = looksLikeJson(value) ? [value] : value.split(',')
    for (const part of raw) {
      const trimmed = part.trim()
      if (trimmed !== '') parts.push(trimmed)
    }
  }
  return parts
}

function readPart(part: string, defects: ChallengeDefect[]): JsonText | null {
  const text = textOf(part, defects)
  if (text === undefined) return null
  const read = readJson(text, JSON_LIMITS)
  if (read.ok) return read.json
  defects.push(read.fault)
  return null
}

function textOf(part: string, defects: ChallengeDefect[]): string | undefined {
  if (looksLikeJson(part)) {
    defects.push('header_raw_json')
    return part
  }
  const decoded = decodeBase64(part)
  if (decoded === undefined) return undefined
  const { text, valid } = decodeUtf8(decoded.bytes)
  if (decoded.url) defects.push('header_base64url')
  if (!valid) defects.push('header_not_utf8')
  return text
}
