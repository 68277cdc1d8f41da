import { describe, expect, test } from 'vitest'
import { isAscii, prototypeOf, skeleton } from './confusables.js'

describe('prototypeOf', () => {
  test.each([
    ['а', 'a'],
    ['ρ', 'p'],
    ['œ', 'oe'],
    ['m', 'rn'],
    ['x', 'x'],
    ['例', '例'],
  ])('%s → %s', (character, prototype) => {
    expect(prototypeOf(character)).toBe(prototype)
  })
})

describe('skeleton', () => {
  test.each([
    ['аррӏе', 'appie'],
    ['сосо', 'coco'],
    ['münchen', 'rnu\u0308nchen'],
  ])('%s → %s', (text, expected) => {
    expect(skeleton(text)).toBe(expected.normalize('NFD'))
  })
})

describe('isAscii', () => {
  test.each([
    ['', true],
    ['a\u007f', true],
    ['a\u0080', false],
  ])('%j is %s', (text, expected) => {
    expect(isAscii(text)).toBe(expected)
  })
})
