const LONGEST = 300

/**
 * Text that was written by others, for a terminal or a page: control, format
 * and unassigned characters, line separators and lone surrogates as `\u{…}`,
 * cut after 300 characters.
 */
export function safeText(text: string): string {
  const cut = text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text
  return cut.replace(
    /[\p{C}\u2028\u2029]/gu,
    (sign) => `\\u{${(sign.codePointAt(0) as number).toString(16)}}`,
  )
}

/** Text as Markdown that shows exactly itself, also in a table cell. */
export function markdownText(text: string): string {
  return safeText(text).replace(/[\\`*_{}[\]<>()#+!|~&$@:]/g, '\\$&')
}

/** Text as a Markdown code span, also in a table cell. */
export function markdownCode(text: string): string {
  const shown = safeText(text).replaceAll('|', '\\|')
  let longest = 0
  for (const run of shown.match(/`+/g) ?? [])
    longest = Math.max(longest, run.length)
  if (longest === 0) return `\`${shown}\``
  const fence = '`'.repeat(longest + 1)
  return `${fence} ${shown} ${fence}`
}
