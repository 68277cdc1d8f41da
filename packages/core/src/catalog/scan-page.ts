/** How much of a page may hide the origin; the rest is not looked at. */
const LONGEST_ORIGIN = 300

/**
 * The origin of the seller that a page of x402scan is about: the first member
 * `"origin"` with an http(s) address in the data that the page carries.
 * `undefined` when it carries none. The page is text of others and no contract
 * holds it: what is found is an address to ask, nothing more.
 */
export function readScanPage(html: string): string | undefined {
  for (const [, address] of html.matchAll(MEMBER)) {
    const text = (address as string).replaceAll('\\/', '/')
    if (text.length <= LONGEST_ORIGIN && URL.canParse(text))
      return new URL(text).origin
  }
  return undefined
}

// Plain JSON, or JSON inside a string of a script.
const MEMBER = /"origin\\?"\s?:\s?\\?"(https?:[^"\s<>]{3,310}?)\\?"/g
