import type { JsonValue } from './value.js'

/** Why a text is no JSON that we read; the first fault in reading order. */
export type JsonFault = 'json_invalid' | 'json_too_deep' | 'too_large'

export type JsonLimits = {
  /** Levels of nesting; the outermost container is 1. */
  readonly depth: number
  /** UTF-16 units of the text, its byte order mark not counted. */
  readonly units: number
}

/** A JSON text as read, with what `JSON.parse` forgets. */
export type JsonText = {
  readonly value: JsonValue
  /** A key stood twice in one object (compared unescaped); the last one won. */
  readonly duplicateKey: boolean
  /** Numbers that a double may not hold exactly, as they were written. */
  readonly numberTexts: NumberTexts | null
}

export type NumberTexts = ReadonlyMap<object, ReadonlyMap<string, string>>

export type ReadJson =
  | { readonly ok: true; readonly json: JsonText }
  | { readonly ok: false; readonly fault: JsonFault }

/**
 * Reads a JSON text strictly (RFC 8259), in one pass and linear time. A leading
 * byte order mark is skipped. Never throws.
 */
export function readJson(text: string, limits: JsonLimits): ReadJson {
  const start = text.charCodeAt(0) === BOM ? 1 : 0
  if (text.length - start > limits.units)
    return { ok: false, fault: 'too_large' }
  const cursor: Cursor = {
    text,
    at: start,
    depth: limits.depth,
    duplicateKey: false,
    numberTexts: null,
    numberText: null,
    fault: null,
  }
  skipBlanks(cursor)
  const value = readValue(cursor)
  skipBlanks(cursor)
  if (cursor.fault === null && cursor.at < text.length) invalid(cursor)
  if (cursor.fault !== null) return { ok: false, fault: cursor.fault }
  const { duplicateKey, numberTexts } = cursor
  return { ok: true, json: { value, duplicateKey, numberTexts } }
}

/** The written form of a number that a double may not hold exactly. */
export function numberTextOf(
  json: JsonText,
  parent: object,
  key: string,
): string | undefined {
  return json.numberTexts?.get(parent)?.get(key)
}

type Cursor = {
  readonly text: string
  at: number
  /** Levels that may still be opened. */
  depth: number
  duplicateKey: boolean
  numberTexts: Map<object, Map<string, string>> | null
  /** Of the value just read, when it is such a number. */
  numberText: string | null
  fault: JsonFault | null
}

const BOM = 0xfeff
const QUOTE = 0x22
const COMMA = 0x2c
const MINUS = 0x2d
const DOT = 0x2e
const ZERO = 0x30
const COLON = 0x3a
const OPEN_LIST = 0x5b
const BACKSLASH = 0x5c
const CLOSE_LIST = 0x5d
const OPEN_OBJECT = 0x7b
const CLOSE_OBJECT = 0x7d
const FIRST_PLAIN = 0x20
// Decimals of up to 15 digits and their doubles are one to one (IEEE 754).
const EXACT_LENGTH = 15

function invalid(cursor: Cursor): null {
  cursor.fault ??= 'json_invalid'
  return null
}

function readValue(cursor: Cursor): JsonValue {
  const { text } = cursor
  switch (text.charCodeAt(cursor.at)) {
    case QUOTE:
      return readString(cursor)
    case OPEN_OBJECT:
      return nested(cursor, readObject)
    case OPEN_LIST:
      return nested(cursor, readList)
    case 0x74:
      return readWord(cursor, 'true', true)
    case 0x66:
      return readWord(cursor, 'false', false)
    case 0x6e:
      return readWord(cursor, 'null', null)
    default:
      return readNumber(cursor)
  }
}

function nested(
  cursor: Cursor,
  read: (cursor: Cursor) => JsonValue,
): JsonValue {
  if (cursor.depth === 0) {
    cursor.fault = 'json_too_deep'
    return null
  }
  cursor.depth--
  const value = read(cursor)
  cursor.depth++
  return value
}

function readObject(cursor: Cursor): JsonValue {
  const object: Record<string, JsonValue> = {}
  if (isEmpty(cursor, CLOSE_OBJECT)) return object
  let members = 0
  do {
    readMember(cursor, object)
    if (cursor.fault !== null) return null
    members++
  } while (skipMark(cursor, COMMA))
  if (Object.keys(object).length < members) cursor.duplicateKey = true
  return isClosed(cursor, CLOSE_OBJECT) ? object : invalid(cursor)
}

function readMember(cursor: Cursor, object: Record<string, JsonValue>): void {
  if (cursor.text.charCodeAt(cursor.at) !== QUOTE) return void invalid(cursor)
  const key = readString(cursor)
  if (!skipMark(cursor, COLON)) return void invalid(cursor)
  const value = readValue(cursor)
  setMember(object, key, value)
  if (cursor.numberTexts !== null || cursor.numberText !== null)
    keepNumberText(cursor, object, key)
}

function readList(cursor: Cursor): JsonValue {
  const list: JsonValue[] = []
  if (isEmpty(cursor, CLOSE_LIST)) return list
  do {
    list.push(readValue(cursor))
    if (cursor.fault !== null) return null
    if (cursor.numberText !== null)
      keepNumberText(cursor, list, String(list.length - 1))
  } while (skipMark(cursor, COMMA))
  return isClosed(cursor, CLOSE_LIST) ? list : invalid(cursor)
}

function isClosed(cursor: Cursor, close: number): boolean {
  if (cursor.text.charCodeAt(cursor.at) !== close) return false
  cursor.at++
  return true
}

/** Steps into a container; true when it is closed at once. */
function isEmpty(cursor: Cursor, close: number): boolean {
  cursor.at++
  skipBlanks(cursor)
  return isClosed(cursor, close)
}

/** Skips a mark and the blanks around it, if it is there. */
function skipMark(cursor: Cursor, mark: number): boolean {
  skipBlanks(cursor)
  if (cursor.text.charCodeAt(cursor.at) !== mark) return false
  cursor.at++
  skipBlanks(cursor)
  return true
}

function skipBlanks(cursor: Cursor): void {
  const { text } = cursor
  let at = cursor.at
  for (let c = text.charCodeAt(at); c <= 0x20; c = text.charCodeAt(++at))
    if (c !== 0x20 && c !== 0x0a && c !== 0x0d && c !== 0x09) break
  cursor.at = at
}

function setMember(
  object: Record<string, JsonValue>,
  key: string,
  value: JsonValue,
): void {
  if (key !== '__proto__') object[key] = value
  else
    Object.defineProperty(object, key, {
      value,
      configurable: true,
      enumerable: true,
      writable: true,
    })
}

function keepNumberText(cursor: Cursor, parent: object, key: string): void {
  cursor.numberTexts ??= new Map()
  const texts = cursor.numberTexts.get(parent)
  // A later value of the same key takes the earlier one's text away with it.
  if (cursor.numberText === null) texts?.delete(key)
  else if (texts !== undefined) texts.set(key, cursor.numberText)
  else cursor.numberTexts.set(parent, new Map([[key, cursor.numberText]]))
  cursor.numberText = null
}

function readWord<Value extends JsonValue>(
  cursor: Cursor,
  word: string,
  value: Value,
): Value | null {
  if (!cursor.text.startsWith(word, cursor.at)) return invalid(cursor)
  cursor.at += word.length
  return value
}

function readString(cursor: Cursor): string {
  const { text } = cursor
  const start = cursor.at + 1
  let at = start
  let escaped = false
  for (let c = text.charCodeAt(at); c !== QUOTE; c = text.charCodeAt(at)) {
    // The end of the text is NaN, which is not plain either.
    if (!(c >= FIRST_PLAIN)) return broken(cursor)
    escaped ||= c === BACKSLASH
    at += c === BACKSLASH ? 2 : 1
  }
  cursor.at = at + 1
  return escaped
    ? unescaped(cursor, text.slice(start - 1, at + 1))
    : text.slice(start, at)
}

function broken(cursor: Cursor): string {
  invalid(cursor)
  return ''
}

function unescaped(cursor: Cursor, literal: string): string {
  try {
    return JSON.parse(literal) as string
  } catch {
    return broken(cursor)
  }
}

function readNumber(cursor: Cursor): number | null {
  const { text } = cursor
  const start = cursor.at
  const whole = text.charCodeAt(start) === MINUS ? start + 1 : start
  let at = skipDigits(text, whole)
  if (at === whole) return invalid(cursor)
  if (text.charCodeAt(whole) === ZERO && at > whole + 1) return invalid(cursor)
  if (text.charCodeAt(at) === DOT) {
    const fraction = at + 1
    at = skipDigits(text, fraction)
    if (at === fraction) return invalid(cursor)
  }
  const exponent = (text.charCodeAt(at) | 0x20) === 0x65
  if (exponent) {
    const sign = text.charCodeAt(at + 1)
    const power = at + (sign === MINUS || sign === 0x2b ? 2 : 1)
    at = skipDigits(text, power)
    if (at === power) return invalid(cursor)
  }
  cursor.at = at
  const written = text.slice(start, at)
  if (exponent || written.length > EXACT_LENGTH) cursor.numberText = written
  return finite(Number(written))
}

function skipDigits(text: string, from: number): number {
  let at = from
  for (let c = text.charCodeAt(at); c >= 0x30 && c <= 0x39; )
    c = text.charCodeAt(++at)
  return at
}

/** The largest double stands for what is larger, so that it stays JSON. */
function finite(value: number): number {
  return Math.min(Math.max(value, -Number.MAX_VALUE), Number.MAX_VALUE)
}
