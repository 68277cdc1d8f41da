import { isAscii } from 'node:buffer'
import { decodeUtf8 } from '@assay402/core'

/**
 * The one way from a seller's bytes to text: UTF-8, every invalid sequence (an
 * encoded lone surrogate too) becomes U+FFFD. A byte order mark stays.
 */
export function textOfBytes(bytes: Uint8Array): string {
  // Nearly all are, and cost a tenth then.
  return isAscii(bytes)
    ? Buffer.from(bytes).toString('latin1')
    : decodeUtf8(bytes).text
}

/** The text of a header value given as Latin-1 (one character a byte). */
export function textOfHeader(latin1: string): string {
  return ASCII.test(latin1)
    ? latin1
    : textOfBytes(Buffer.from(latin1, 'latin1'))
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the ASCII range
const ASCII = /^[\x00-\x7f]*$/
