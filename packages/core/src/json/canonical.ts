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
  if (value === null || typeof value === 'boolean') return String(value)
  if (typeof value === 'number') return writeNumber(value)
  if (typeof value === 'string') return writeString(value)
  if (Array.isArray(value))
    return `[${value.map((item) => write(item ?? null, depth + 1)).join(',')}]`
  if (typeof value === 'object') return writeObject(value, depth)
  throw new TypeError(`JSON has no ${typeof value}`)
}

function writeNumber(value: number): string {
  if (!Number.isFinite(value)) throw new TypeError(`JSON has no ${value}`)
  return JSON.stringify(value)
}

function writeString(value: string): string {
  // I-JSON (RFC 7493), which RFC 8785 builds on, has no lone surrogates.
  if (/\p{Surrogate}/u.test(value))
    throw new TypeError('lone surrogate in text')
  return JSON.stringify(value)
}

function writeObject(value: object, depth: number): string {
  const members: string[] = []
  // The default sort is by UTF-16 units, which is what RFC 8785 asks for.
  for (const key of Object.keys(value).sort()) {
    const member = (value as Record<string, unknown>)[key]
    if (member === undefined) continue
    members.push(`${writeString(key)}:${write(member, depth + 1)}`)
  }
  return `{${members.join(',')}}`
}
