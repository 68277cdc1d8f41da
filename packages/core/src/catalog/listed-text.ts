/**
 * Text of a catalog for keeping: runs of blanks and control characters as one
 * space, lone surrogates as U+FFFD, cut to `units` UTF-16 units. Null when it
 * is no text or nothing is left.
 */
export function listedText(value: unknown, units: number): string | null {
  if (typeof value !== 'string') return null
  const cut =
    value.length > units
      ? value.slice(0, units).replace(/[\ud800-\udbff]$/, '')
      : value
  const clean = cut
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .replace(/\p{Cs}/gu, '\ufffd')
    .trim()
  return clean === '' ? null : clean
}

/** True for a word that is kept as it is: not too long, no odd characters. */
export function isKeepable(word: string, units: number): boolean {
  return word.length <= units && !/[\p{Cc}\p{Cs}]/u.test(word)
}
