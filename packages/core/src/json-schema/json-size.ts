import { utf8Length } from '../json/utf8.js'

/**
 * Measures a JSON value as compact JSON in UTF-8 without writing it:
 * `too_deep`, `too_large`, or `undefined` when it keeps within both limits.
 */
export function overLimit(
  value: unknown,
  limits: SizeLimits,
): 'too_deep' | 'too_large' | undefined {
  const size = sizeOf(value, 1, limits)
  if (Number.isNaN(size)) return 'too_deep'
  return size > limits.bytes ? 'too_large' : undefined
}

type SizeLimits = { readonly depth: number; readonly bytes: number }

/** Bytes; NaN when nested too deep; stops early above the limit. */
function sizeOf(value: unknown, depth: number, limits: SizeLimits): number {
  if (typeof value !== 'object' || value === null) return scalarBytes(value)
  if (depth > limits.depth) return Number.NaN
  const items: readonly unknown[] = Object.values(value)
  // Brackets and commas.
  let bytes = 2 + Math.max(0, items.length - 1)
  if (!Array.isArray(value)) bytes += keyBytes(value)
  for (const item of items) {
    // Also ends at NaN, which is under no limit.
    if (!(bytes <= limits.bytes)) break
    bytes += sizeOf(item, depth + 1, limits)
  }
  return bytes
}

function scalarBytes(value: unknown): number {
  return typeof value === 'string' ? stringBytes(value) : String(value).length
}

/** The keys of an object and their colons. */
function keyBytes(value: object): number {
  return Object.keys(value).reduce((sum, key) => sum + stringBytes(key) + 1, 0)
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
