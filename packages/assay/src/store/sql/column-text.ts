const PLAIN = /^[^\\\p{Cc}\p{Surrogate}\p{Noncharacter_Code_Point}]*$/u
const SPECIAL = /[\\\p{Cc}\p{Surrogate}\p{Noncharacter_Code_Point}]/gu
const ESCAPED = /\\\\|\\u[0-9a-f]{4}/g

/**
 * Text that any text column takes: control characters, NUL above all, lone
 * surrogates, noncharacters and the backslash are written as escapes. Different
 * texts stay different, so escaped text can be looked up; common text is as is.
 */
export function toColumn(text: string): string {
  return PLAIN.test(text) ? text : text.replace(SPECIAL, escaped)
}

/** The text that `toColumn` was given. */
export function fromColumn(text: string): string {
  return text.includes('\\') ? text.replace(ESCAPED, unescaped) : text
}

/** `toColumn` that leaves null alone. */
export function toColumnOrNull(text: string | null): string | null {
  return text === null ? null : toColumn(text)
}

/** `fromColumn` that leaves null alone. */
export function fromColumnOrNull(text: string | null): string | null {
  return text === null ? null : fromColumn(text)
}

function escaped(character: string): string {
  if (character === '\\') return '\\\\'
  let units = ''
  for (let i = 0; i < character.length; i++)
    units += `\\u${character.charCodeAt(i).toString(16).padStart(4, '0')}`
  return units
}

function unescaped(unit: string): string {
  return unit === '\\\\'
    ? '\\'
    : String.fromCharCode(Number.parseInt(unit.slice(2), 16))
}
