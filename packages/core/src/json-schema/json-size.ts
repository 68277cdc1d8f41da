import { utf8Length } from '../json/utf8.js'

/**
 * Measures a JSON value as compact JSON in UTF-8 without writing it:
 * `too_deep`, `too_large`, or `undefined` when it keeps within both limits.
 */
export function overLimit(
  value: unknown,
  limits: { readonly depth: number; readonly bytes: number },
): 'too_deep' | 'too_large' | undefined {
  const open: { readonly item: unknown; readonly depth: number }[] = [
    { item: value, depth: 1 },
  ]
  let bytes = 0
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { item, depth } = next
    if (typeof item !== 'object' || item === null) bytes += scalarBytes(item)
    else if (depth > limits.depth) return 'too_deep'
    else {
      const keys = Object.keys(item)
      bytes += containerBytes(item, keys)
      for (const key of keys)
        open.push({
          item: (item as Record<string, unknown>)[key],
          depth: depth + 1,
        })
    }
    if (bytes > limits.bytes) return 'too_large'
  }
  return undefined
}

function scalarBytes(value: unknown): number {
  return typeof value === 'string' ? stringBytes(value) : String(value).length
}

/** Brackets, commas, and for an object its keys and colons. */
function containerBytes(container: object, keys: readonly string[]): number {
  const punctuation = 2 + Math.max(0, keys.length - 1)
  if (Array.isArray(container)) return punctuation
  return keys.reduce((sum, key) => sum + stringBytes(key) + 1, punctuation)
}

function stringBytes(text: string): number {
  let bytes = utf8Length(text) + 2
  for (let i = 0; i < text.length; i++) bytes += escapeBytes(text.charCodeAt(i))
  return bytes
}

function escapeBytes(unit: number): number {
  if (unit >= 0x20) return unit === 0x22 || unit === 0x5c ? 1 : 0
  return SHORT_ESCAPES.has(unit) ? 1 : 5
}

// \b \t \n \f \r; every other control character is written \u00xx.
const SHORT_ESCAPES = new Set([0x08, 0x09, 0x0a, 0x0c, 0x0d])
