import { describe, expect, test } from 'vitest'
import { fillText } from './rulebook.js'

describe('fillText', () => {
  test.each([
    ['plain', {}, 'plain'],
    ['{a} of {b_c}.', { a: 1, b_c: 'two' }, '1 of two.'],
    ['{a}{a}', { a: 0 }, '00'],
    ['{a} and {b}', { b: 2 }, '{a} and 2'],
    ['open {a', { a: 1 }, 'open {a'],
    ['close} {a}', { a: 1 }, 'close} 1'],
    ['{a}', { a: '{a}' }, '{a}'],
    ['', {}, ''],
  ])('behavior: %s', (text, values, expected) => {
    expect(fillText(text, values)).toBe(expected)
  })
})
