/**
 * The same JSON value with every lone surrogate replaced by U+FFFD, so that it
 * has a canonical form. What has none is given back as it is.
 */
export function wellFormedJson<Value>(value: Value): Value {
  const text = JSON.stringify(value)
  // JSON.stringify escapes lone surrogates, and only those of all surrogates.
  if (text === undefined || !LONE.test(text)) return value
  const mended = text.replace(
    ANY_ESCAPE,
    (written: string, hex: string | undefined) =>
      hex !== undefined && SURROGATE.test(hex) ? '\ufffd' : written,
  )
  return JSON.parse(mended) as Value
}

const LONE = /\\ud[89a-f]/
// Every escape is taken whole, so that a backslash that was written as text
// never begins one.
const ANY_ESCAPE = /\\(?:u([0-9a-f]{4})|.)/g
const SURROGATE = /^d[89a-f]/
