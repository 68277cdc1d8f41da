import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { printable } from './printable.js'

describe('printable', () => {
  test.each<[string, string]>([
    ['plain münchen 猫 😀', 'plain münchen 猫 😀'],
    ['a\u001b[31mred', 'a\\u{1b}[31mred'],
    ['line\nnext\r', 'line\\u{a}next\\u{d}'],
    ['\u202egpj.exe', '\\u{202e}gpj.exe'],
    ['zero\u200bwidth', 'zero\\u{200b}width'],
    ['\ud800', '\\u{d800}'],
  ])('%j', (text, expected) => {
    expect(printable(text)).toBe(expected)
  })

  test('behavior: cut at the limit', () => {
    expect(printable('abcdef', 3)).toBe('abc…')
    expect(printable('abc', 3)).toBe('abc')
  })

  test('behavior: no control character is ever left', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(printable(text)).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}]/u)
      }),
    )
  })
})
