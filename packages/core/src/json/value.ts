/** Any JSON value. Objects are plain; `__proto__` may be an own key. */
export type JsonValue =
  | null
  | boolean
  | number
  | string
  | readonly JsonValue[]
  | JsonObject

export type JsonObject = { readonly [key: string]: JsonValue }

/** True for a plain JSON object: not null, not a list. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** An own property, or `undefined`; inherited names are not data. */
export function own(object: object, key: string): unknown {
  return Object.hasOwn(object, key)
    ? (object as Record<string, unknown>)[key]
    : undefined
}
