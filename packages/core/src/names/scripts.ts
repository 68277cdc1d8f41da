/**
 * True when no letter is of another script than Latin. Digits, hyphens and
 * marks are no letters.
 */
export function hasOnlyLatinLetters(text: string): boolean {
  return !/(?!\p{Script=Latin})\p{L}/u.test(text)
}

/** True when Latin letters stand beside Cyrillic or Greek ones. */
export function mixesLatinWithLookalikeScript(text: string): boolean {
  return (
    /(?=\p{Script=Latin})\p{L}/u.test(text) &&
    /(?=[\p{Script=Cyrillic}\p{Script=Greek}])\p{L}/u.test(text)
  )
}
