import { isObject, own } from '../json/value.js'

export type Fields = Readonly<Record<string, unknown>>

/** The member at the end of a path of own names, or `undefined`. */
export function memberAt(value: unknown, ...path: readonly string[]): unknown {
  let here = value
  for (const name of path) {
    if (!isObject(here)) return undefined
    here = own(here, name)
  }
  return here
}

/** The first member of these names that is an object. */
export function objectOf(
  entry: Fields,
  names: readonly string[],
): Fields | undefined {
  for (const name of names) {
    const value = own(entry, name)
    if (isObject(value)) return value
  }
  return undefined
}

/** The first member of these names that is a list. */
export function listOf(
  entry: Fields,
  names: readonly string[],
): readonly unknown[] | undefined {
  for (const name of names) {
    const value = own(entry, name)
    if (Array.isArray(value)) return value
  }
  return undefined
}

/** The first of the values that is a text with more than blanks in it. */
export function firstText(values: readonly unknown[]): string | undefined {
  for (const value of values)
    if (typeof value === 'string' && value.trim() !== '') return value
  return undefined
}

/** The first member of these names that is neither absent nor null. */
export function firstOf(entry: Fields, names: readonly string[]): unknown {
  for (const name of names) {
    const value = own(entry, name) ?? null
    if (value !== null) return value
  }
  return undefined
}
