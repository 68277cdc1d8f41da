import { numberKey } from './number-text.js'
import { type JsonText, numberTextOf } from './reader.js'
import { isObject, own } from './value.js'

/**
 * A text that is the same for two JSON values exactly when they are equal:
 * keys in any order, numbers by their exact value. The value is the member
 * `key` of `parent`; one that is absent equals null.
 */
export function equalityKey(
  json: JsonText,
  parent: object,
  key: string,
): string {
  const value = own(parent, key)
  if (typeof value === 'number')
    return numberKey(value, numberTextOf(json, parent, key))
  if (Array.isArray(value))
    return `[${value.map((_, at) => equalityKey(json, value, String(at))).join(',')}]`
  if (!isObject(value)) return JSON.stringify(value ?? null)
  const members = Object.keys(value)
    .sort()
    .map((name) => `${JSON.stringify(name)}:${equalityKey(json, value, name)}`)
  return `{${members.join(',')}}`
}
