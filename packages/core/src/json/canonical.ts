/**
 * Canonical JSON by RFC 8785: keys sorted by UTF-16 units, numbers as
 * ECMAScript prints them, no blanks. Members that are `undefined` are left out.
 * Throws TypeError on what JSON cannot say (NaN, bigint, functions, lone
 * surrogates, cycles, more than 200 levels).
 */
export function canonicalJson(value: unknown): string {
  return write(value, 0)
}

const MAX_DEPTH = 200

function write(value: unknown, depth: number): string {
  if (depth > MAX_DEPTH) throw new TypeError('nested too deep for JSON')
  if (typeof value === 'string') return writeString(value)
  if (value === null || typeof value === 'boolean') return String(value)
  if (typeof value === 'number') return writeNumber(value)
  if (Array.isArray(value)) return writeArray(value, depth)
  if (typeof value === 'object') return writeObject(value, depth)
  throw new TypeError(`JSON has no ${typeof value}`)
}

function writeNumber(value: number): string {
  if (!Number.isFinite(value)) throw new TypeError(`JSON has no ${value}`)
  return String(value)
}

function writeString(value: string): string {
  if (PLAIN.test(value)) return `"${value}"`
  const quoted = JSON.stringify(value)
  // I-JSON (RFC 7493), which RFC 8785 builds on, has no lone surrogates. JSON
  // writes those as escapes, so few texts need the slower look.
  if (quoted.includes('\\ud') && /\p{Surrogate}/u.test(value))
    throw new TypeError('lone surrogate in text')
  return quoted
}

/** Printable ASCII without what JSON escapes: nearly every text. */
const PLAIN = /^[ !#-[\]-~]*$/

function writeArray(value: readonly unknown[], depth: number): string {
  let text = ''
  for (let i = 0; i < value.length; i++)
    text += (i === 0 ? '' : ',') + write(value[i] ?? null, depth + 1)
  return `[${text}]`
}

function writeObject(value: object, depth: number): string {
  let text = ''
  for (const key of sorted(Object.keys(value))) {
    const member = (value as Record<string, unknown>)[key]
    if (member === undefined) continue
    const before = text === '' ? '' : ','
    text += `${before}${writeString(key)}:${write(member, depth + 1)}`
  }
  return `{${text}}`
}

/** By UTF-16 units, as RFC 8785 asks; few keys are sorted faster by hand. */
function sorted(keys: string[]): string[] {
  if (keys.length > FEW) return keys.sort()
  for (let i = 1; i < keys.length; i++) {
    const key = keys[i] as string
    let at = i - 1
    for (; at >= 0 && (keys[at] as string) > key; at--)
      keys[at + 1] = keys[at] as string
    keys[at + 1] = key
  }
  return keys
}

const FEW = 24
