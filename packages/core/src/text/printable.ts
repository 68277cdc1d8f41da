/**
 * Text from outside, made safe for a terminal or a log line: control,
 * bidirectional and invisible characters become visible escapes, and it is cut
 * at `limit` UTF-16 units.
 */
export function printable(text: string, limit = 300): string {
  const cut = text.length > limit ? `${text.slice(0, limit)}…` : text
  return cut.replace(UNSAFE, (character) => {
    const point = character.codePointAt(0) ?? 0
    return `\\u{${point.toString(16)}}`
  })
}

// Controls, format characters (bidi, zero width), surrogates left alone, line
// and paragraph separators.
const UNSAFE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu
