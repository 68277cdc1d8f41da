export type DecodedText = {
  readonly text: string
  /** False when bytes that are no UTF-8 became U+FFFD. */
  readonly valid: boolean
}

/** Decodes UTF-8; what is none becomes U+FFFD. A byte order mark is kept. */
export function decodeUtf8(bytes: Uint8Array): DecodedText {
  const text = LENIENT.decode(bytes)
  // Only the replacement character leaves a doubt: it may stand in the source.
  return { text, valid: !text.includes('\ufffd') || isUtf8(bytes) }
}

const LENIENT = new TextDecoder('utf-8', { ignoreBOM: true })
const STRICT = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

function isUtf8(bytes: Uint8Array): boolean {
  try {
    STRICT.decode(bytes)
    return true
  } catch {
    return false
  }
}
