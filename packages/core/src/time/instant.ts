import { decimalFraction } from '../json/decimal.js'
import { type Fraction, floorDivide, fraction } from '../money/fraction.js'

/**
 * A moment, exact to any number of fractional digits: whole milliseconds since
 * the Unix epoch plus the digits below the millisecond (no trailing zeros).
 */
export type Instant = { readonly ms: number; readonly sub: string }

export const SECOND_MS = 1_000
export const HOUR_MS = 3_600_000
export const DAY_MS = 86_400_000

/**
 * Reads an RFC 3339 date-time with a zone. Anything else, a leap second
 * included, is `undefined`; it never throws.
 */
export function parseInstant(value: unknown): Instant | undefined {
  if (typeof value !== 'string' || value.length < 20) return undefined
  const day = calendarDay(value)
  const time = clock(value)
  if (day === undefined || time < 0) return undefined
  if ((value.charCodeAt(10) | 0x20) !== LOWER_T) return undefined
  const fractionEnd = endOfFraction(value)
  const offset = zoneOffset(value, fractionEnd)
  if (offset === undefined) return undefined
  const whole = day * DAY_MS + time - offset
  if (fractionEnd === 19) return { ms: whole, sub: '' }
  return withFraction(whole, value.slice(20, fractionEnd))
}

/** Reads a UTC day, `YYYY-MM-DD`, as whole days since the Unix epoch. */
export function parseDay(value: unknown): number | undefined {
  return typeof value === 'string' && value.length === 10
    ? calendarDay(value)
    : undefined
}

/** Negative, zero or positive, as for `Array.prototype.sort`. */
export function compareInstants(a: Instant, b: Instant): number {
  if (a.ms !== b.ms) return a.ms - b.ms
  // Without trailing zeros, decimal fractions order like text.
  if (a.sub === b.sub) return 0
  return a.sub < b.sub ? -1 : 1
}

/** The instant `ms` whole milliseconds later (earlier when negative). */
export function addMs(at: Instant, ms: number): Instant {
  return { ms: at.ms + ms, sub: at.sub }
}

/**
 * The instant `seconds` later (a finite number), exact: a fraction of a second
 * counts by the shortest decimal that prints it.
 */
export function addSeconds(at: Instant, seconds: number): Instant {
  if (Number.isInteger(seconds)) return addMs(at, seconds * SECOND_MS)
  const { n, d } = decimalFraction(seconds) as Fraction
  const places = Math.max(String(d).length - 1, at.sub.length)
  const scale = 10n ** BigInt(places)
  const below = BigInt(at.sub.padEnd(places, '0'))
  const added = (n * BigInt(SECOND_MS) * scale) / d + below
  const ms = floorDivide(added, scale)
  const rest = String(added - ms * scale).padStart(places, '0')
  return { ms: at.ms + Number(ms), sub: rest.replace(/0+$/, '') }
}

/** floor((a − b) / unit), exact; `unitMs` is a whole number of milliseconds. */
export function floorUnits(a: Instant, b: Instant, unitMs: number): number {
  const borrow = a.sub < b.sub ? 1 : 0
  return Math.floor((a.ms - b.ms - borrow) / unitMs)
}

/** a − b in milliseconds, as an exact fraction. */
export function millisecondsBetween(a: Instant, b: Instant): Fraction {
  if (a.sub === '' && b.sub === '') return fraction(BigInt(a.ms - b.ms))
  const places = Math.max(a.sub.length, b.sub.length)
  const scale = 10n ** BigInt(places)
  const scaled = (at: Instant) =>
    BigInt(at.ms) * scale + BigInt(at.sub.padEnd(places, '0'))
  return fraction(scaled(a) - scaled(b), scale)
}

/** `YYYY-MM-DDTHH:MM:SSZ`, `.mmm` (truncated) only when not zero; years 0–9999. */
export function formatInstant(at: Instant): string {
  const ms = at.ms > LAST_MS ? LAST_SECOND_MS : Math.max(at.ms, FIRST_MS)
  const days = Math.floor(ms / DAY_MS)
  const inDay = ms - days * DAY_MS
  const [year, month, day] = civilFromDays(days)
  const date = `${pad(year, 4)}-${two(month)}-${two(day)}`
  const hours = Math.floor(inDay / HOUR_MS)
  const minutes = Math.floor(inDay / 60_000) % 60
  const seconds = Math.floor(inDay / SECOND_MS) % 60
  const millis = inDay % SECOND_MS
  const tail = millis === 0 ? '' : `.${pad(millis, 3)}`
  return `${date}T${two(hours)}:${two(minutes)}:${two(seconds)}${tail}Z`
}

/** The UTC calendar day, `YYYY-MM-DD`. */
export function utcDay(at: Instant): string {
  return formatInstant(at).slice(0, 10)
}

const ZERO = 0x30
const DASH = 0x2d
const COLON = 0x3a
const LOWER_T = 0x74
const DAYS_BEFORE_MONTH = [
  0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334,
]
// So that 1970-01-01 is day 0.
const DAYS_TO_EPOCH = 719_528
const FIRST_MS = -62_167_219_200_000
const LAST_MS = 253_402_300_799_999
const LAST_SECOND_MS = 253_402_300_799_000

// Two digits as a number, −1 when they are not. Dates are the bulk of what is
// read, and a general digit loop takes twice as long.
function pair(text: string, at: number): number {
  const tens = text.charCodeAt(at) - ZERO
  const ones = text.charCodeAt(at + 1) - ZERO
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9
    ? tens * 10 + ones
    : -1
}

function calendarDay(text: string): number | undefined {
  const century = pair(text, 0)
  const inCentury = pair(text, 2)
  const month = pair(text, 5)
  const day = pair(text, 8)
  if (century < 0 || inCentury < 0 || month < 1 || month > 12 || day < 1)
    return undefined
  if (text.charCodeAt(4) !== DASH || text.charCodeAt(7) !== DASH)
    return undefined
  const year = century * 100 + inCentury
  return day > daysInMonth(year, month)
    ? undefined
    : daysFromCivil(year, month, day)
}

function clock(text: string): number {
  const hours = pair(text, 11)
  const minutes = pair(text, 14)
  const seconds = pair(text, 17)
  if (text.charCodeAt(13) !== COLON || text.charCodeAt(16) !== COLON) return -1
  if (hours < 0 || hours > 23 || minutes < 0 || minutes > 59) return -1
  if (seconds < 0 || seconds > 59) return -1
  return hours * HOUR_MS + minutes * 60_000 + seconds * SECOND_MS
}

function endOfFraction(text: string): number {
  if (text.charCodeAt(19) !== 0x2e) return 19
  let end = 20
  while (isDigit(text.charCodeAt(end))) end++
  return end === 20 ? -1 : end
}

function isDigit(code: number): boolean {
  return code >= ZERO && code <= ZERO + 9
}

function zoneOffset(text: string, at: number): number | undefined {
  if (at < 0) return undefined
  const sign = text.charCodeAt(at)
  if ((sign | 0x20) === 0x7a) return text.length === at + 1 ? 0 : undefined
  if (sign !== 0x2b && sign !== DASH) return undefined
  const hours = pair(text, at + 1)
  const minutes = pair(text, at + 4)
  if (text.length !== at + 6 || text.charCodeAt(at + 3) !== COLON)
    return undefined
  if (hours < 0 || hours > 23 || minutes < 0 || minutes > 59) return undefined
  const offset = hours * HOUR_MS + minutes * 60_000
  return sign === DASH ? -offset : offset
}

function withFraction(whole: number, fractionDigits: string): Instant {
  const millis = Number(fractionDigits.slice(0, 3).padEnd(3, '0'))
  return {
    ms: whole + millis,
    sub: fractionDigits.slice(3).replace(/0+$/, ''),
  }
}

function isLeap(year: number): boolean {
  return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
}

function daysInMonth(year: number, month: number): number {
  if (month === 2) return isLeap(year) ? 29 : 28
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31
}

function daysFromCivil(year: number, month: number, day: number): number {
  // The leap day of a year counts from March on.
  const y = month <= 2 ? year - 1 : year
  const leapDays = Math.floor(y / 4) - Math.floor(y / 100) + Math.floor(y / 400)
  const beforeMonth = DAYS_BEFORE_MONTH[month - 1] as number
  return 365 * year + leapDays + beforeMonth + day - DAYS_TO_EPOCH
}

// http://howardhinnant.github.io/date_algorithms.html
function civilFromDays(days: number): [number, number, number] {
  const z = days + 719_468
  const era = Math.floor(z / 146_097)
  const dayOfEra = z - era * 146_097
  const yearOfEra = Math.floor(
    (dayOfEra -
      Math.floor(dayOfEra / 1460) +
      Math.floor(dayOfEra / 36_524) -
      Math.floor(dayOfEra / 146_096)) /
      365,
  )
  const dayOfYear =
    dayOfEra -
    (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
  const shifted = Math.floor((5 * dayOfYear + 2) / 153)
  const day = dayOfYear - Math.floor((153 * shifted + 2) / 5) + 1
  const month = shifted < 10 ? shifted + 3 : shifted - 9
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  return [year, month, day]
}

function two(value: number): string {
  return value < 10 ? `0${value}` : String(value)
}

function pad(value: number, width: number): string {
  return String(value).padStart(width, '0')
}
