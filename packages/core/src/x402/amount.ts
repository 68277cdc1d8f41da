import { equalityKey } from '../json/equality-key.js'
import { exactInteger } from '../json/number-text.js'
import { type JsonText, numberTextOf } from '../json/reader.js'
import { own } from '../json/value.js'
import type { EntryDefect } from './defects.js'
import { CHALLENGE_LIMITS, LARGEST_AMOUNT } from './limits.js'

export type ReadAmount = {
  /** Digits without leading zeros; an unreadable string as written. */
  readonly shown: string | null
  readonly defects: readonly EntryDefect[]
  /** The same for equal amounts; unreadable ones by their JSON value. */
  readonly key: string
}

/** Reads the amount of an entry by the name its generation gives it. */
export function readAmount(
  json: JsonText,
  entry: object,
  version: 1 | 2,
): ReadAmount {
  const ownName = AMOUNT_NAMES[version]
  const otherName = AMOUNT_NAMES[version === 1 ? 2 : 1]
  if (isAbsent(entry, otherName)) return amountOf(json, entry, ownName, NONE)
  if (isAbsent(entry, ownName)) return amountOf(json, entry, otherName, MIXED)
  const read = amountOf(json, entry, ownName, MIXED)
  if (read.key === amountOf(json, entry, otherName, MIXED).key) return read
  return unreadable(json, entry, ownName, MIXED)
}

const AMOUNT_NAMES = { 1: 'maxAmountRequired', 2: 'amount' } as const
const NONE: readonly EntryDefect[] = []
const MIXED: readonly EntryDefect[] = ['generation_mix']
const DIGITS = new RegExp(`^[0-9]{1,${CHALLENGE_LIMITS.amount_digits}}$`)

function isAbsent(entry: object, name: string): boolean {
  return (own(entry, name) ?? null) === null
}

function amountOf(
  json: JsonText,
  entry: object,
  name: string,
  defects: readonly EntryDefect[],
): ReadAmount {
  const value = own(entry, name)
  if (typeof value === 'string' && DIGITS.test(value)) {
    if (value.charCodeAt(0) !== 0x30) return readable(value, defects)
    return withZeros(value, defects)
  }
  if (typeof value === 'number') {
    const exact = exactInteger(value, numberTextOf(json, entry, name))
    if (exact !== undefined && exact >= 0 && Number.isFinite(exact))
      return readable(String(exact), [...defects, 'amount_number'])
  }
  return unreadable(json, entry, name, defects)
}

function withZeros(
  digits: string,
  defects: readonly EntryDefect[],
): ReadAmount {
  const shown = digits.replace(/^0+(?=.)/, '')
  if (shown.length === digits.length) return readable(shown, defects)
  return readable(shown, [...defects, 'amount_leading_zeros'])
}

function readable(shown: string, defects: readonly EntryDefect[]): ReadAmount {
  const key = `digits ${shown}`
  if (shown === '0') return { shown, key, defects: [...defects, 'amount_zero'] }
  // Of equally many digits, text orders like numbers.
  const over = shown.length === LARGEST_AMOUNT.length && shown > LARGEST_AMOUNT
  return {
    shown,
    key,
    defects: over ? [...defects, 'amount_overflow'] : defects,
  }
}

function unreadable(
  json: JsonText,
  entry: object,
  name: string,
  defects: readonly EntryDefect[],
): ReadAmount {
  const value = own(entry, name)
  return {
    shown: typeof value === 'string' ? value : null,
    defects: [...defects, 'amount_unreadable'],
    key: `json ${equalityKey(json, entry, name)}`,
  }
}
