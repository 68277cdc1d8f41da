import { exactInteger } from '../json/number-text.js'
import { type JsonText, numberTextOf } from '../json/reader.js'
import { type JsonObject, own } from '../json/value.js'
import {
  compareInstants,
  type Instant,
  parseInstant,
  SECOND_MS,
} from '../time/instant.js'
import { CHALLENGE_LIMITS } from './limits.js'

/** The members of `extra` that may hold an absolute expiry. */
export const EXPIRY_FIELDS = [
  'validBefore',
  'expiresAt',
  'expiry',
  'deadline',
] as const

/**
 * The earliest readable expiry of an entry's `extra`: an integer above 0 in
 * seconds (from 10^12 on: milliseconds), the same as a digit string, or an
 * RFC 3339 date-time with a zone. Null when there is none.
 */
export function earliestExpiry(
  json: JsonText,
  extra: JsonObject,
): Instant | null {
  let earliest: Instant | null = null
  for (const field of EXPIRY_FIELDS) {
    const value = own(extra, field)
    if (value === undefined) continue
    const at = expiryOf(value, numberTextOf(json, extra, field))
    if (at === undefined) continue
    if (earliest === null || compareInstants(at, earliest) < 0) earliest = at
  }
  return earliest
}

const ONLY_DIGITS = /^[0-9]+$/

function expiryOf(
  value: unknown,
  written: string | undefined,
): Instant | undefined {
  if (typeof value === 'number') return unixTime(exactInteger(value, written))
  if (typeof value !== 'string') return undefined
  if (ONLY_DIGITS.test(value)) return unixTime(exactInteger(0, value))
  return parseInstant(value)
}

function unixTime(figure: number | undefined): Instant | undefined {
  if (figure === undefined || figure <= 0) return undefined
  const ms =
    figure >= CHALLENGE_LIMITS.expiry_milliseconds_from
      ? figure
      : figure * SECOND_MS
  // No end of time is told apart from another: both are after year 9999.
  return { ms: Math.min(ms, Number.MAX_SAFE_INTEGER), sub: '' }
}
