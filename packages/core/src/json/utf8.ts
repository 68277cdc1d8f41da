/** Bytes of a text in UTF-8; a lone surrogate counts as U+FFFD, 3 bytes. */
export function utf8Length(text: string): number {
  let bytes = text.length
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    if (unit < 0x80) continue
    bytes += unit < 0x800 ? 1 : 2
    // A pair is two units and four bytes in all.
    if (startsPair(text, i)) i++
  }
  return bytes
}

/** Characters of a text as Unicode counts them: a surrogate pair is one. */
export function codePoints(text: string): number {
  let count = text.length
  for (let i = 0; i < text.length; i++) {
    if (!startsPair(text, i)) continue
    count--
    i++
  }
  return count
}

/** True when a high surrogate stands at `at` and a low one follows it. */
function startsPair(text: string, at: number): boolean {
  return (
    (text.charCodeAt(at) & 0xfc00) === 0xd800 &&
    (text.charCodeAt(at + 1) & 0xfc00) === 0xdc00
  )
}
