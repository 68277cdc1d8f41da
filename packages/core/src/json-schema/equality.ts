import { isObject } from '../json/value.js'

/** Equal as JSON Schema means it: by value, members in any order. */
export function equalJson(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (Array.isArray(a))
    return (
      Array.isArray(b) &&
      a.length === b.length &&
      a.every((item, i) => equalJson(item, b[i]))
    )
  if (!isObject(a) || !isObject(b)) return false
  const keys = Object.keys(a)
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && equalJson(a[key], b[key]))
  )
}

/** A text that two JSON values share exactly when they are equal. */
export function equalityKey(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(equalityKey).join()}]`
  if (isObject(value))
    return `{${Object.keys(value)
      .sort()
      .map((key) => `${JSON.stringify(key)}:${equalityKey(value[key])}`)
      .join()}}`
  // String(-0) is 0, and an overflowed number keeps its name.
  return typeof value === 'string' ? JSON.stringify(value) : String(value)
}

/** A list or an object. */
export function isContainer(value: unknown): boolean {
  return typeof value === 'object' && value !== null
}
