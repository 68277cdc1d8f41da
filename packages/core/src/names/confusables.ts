import unhomoglyph from 'unhomoglyph'

/** The TR39 table in use. */
export const CONFUSABLES_VERSION = 'unhomoglyph 1.0.6, Unicode 13.0.0'

/** The TR39 prototype of one character; itself when the table has none. */
export function prototypeOf(character: string): string {
  return unhomoglyph(character)
}

/** The full TR39 skeleton: NFD, each character's prototype, NFD. */
export function skeleton(text: string): string {
  return unhomoglyph(text.normalize('NFD')).normalize('NFD')
}

/** True when every character is ASCII. */
export function isAscii(text: string): boolean {
  for (let i = 0; i < text.length; i++)
    if (text.charCodeAt(i) > 0x7f) return false
  return true
}
