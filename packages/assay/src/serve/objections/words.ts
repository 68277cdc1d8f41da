import { wellFormedJson } from '@assay402/core'

/** Characters of an objection, at most. */
export const MOST_CHARACTERS = 2_000

/**
 * A seller's text as it is kept: well-formed, one kind of line end, and without
 * control and format characters (which could turn what stands around it).
 */
export function plainWords(text: string): string {
  return wellFormedJson(text)
    .normalize('NFC')
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{C}\n\u200d]/gu, '\ufffd')
    .trim()
}
