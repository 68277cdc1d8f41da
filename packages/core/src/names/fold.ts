import { isAscii, prototypeOf } from './confusables.js'

/** ASCII look-alikes, one character for one. */
export const FOLDED_CHARACTERS = {
  '0': 'o',
  '1': 'l',
  '!': 'l',
  i: 'l',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '8': 'b',
  '9': 'g',
  $: 's',
  '@': 'a',
} as const

/** ASCII look-alikes of two characters, applied in this order. */
export const FOLDED_PAIRS: readonly (readonly [string, string])[] = [
  ['rn', 'm'],
  ['vv', 'w'],
]

/**
 * What a name is compared by: look-alike spellings of one name fold to one
 * text. NFKD without marks, lower case, TR39 prototypes where they are ASCII,
 * then the ASCII look-alikes.
 */
export function fold(text: string): string {
  const plain = isAscii(text) ? text.toLowerCase() : withoutLookalikes(text)
  let folded = plain.replace(FOLDABLE, foldedCharacter)
  for (const [pair, single] of FOLDED_PAIRS)
    folded = folded.replaceAll(pair, single)
  return folded
}

const FOLDABLE = new RegExp(`[${Object.keys(FOLDED_CHARACTERS).join('')}]`, 'g')

function foldedCharacter(character: string): string {
  return FOLDED_CHARACTERS[character as keyof typeof FOLDED_CHARACTERS]
}

function withoutLookalikes(text: string): string {
  let plain = ''
  const base = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  for (const character of base) plain += asciiPrototype(character)
  return plain
}

function asciiPrototype(character: string): string {
  if (isAscii(character)) return character
  const prototype = prototypeOf(character)
  return isAscii(prototype) ? prototype.toLowerCase() : character
}
