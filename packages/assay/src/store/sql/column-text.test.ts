import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  fromColumn,
  fromColumnOrNull,
  toColumn,
  toColumnOrNull,
} from './column-text.js'

describe('toColumn, fromColumn', () => {
  test.each([
    ['plain é 😀', 'plain é 😀'],
    ['a\0b', 'a\\u0000b'],
    ['\ud800', '\\ud800'],
    ['\\u0000', '\\\\u0000'],
    ['\uffff\u{1ffff}', '\\uffff\\ud83f\\udfff'],
    ['\x7f\x85', '\\u007f\\u0085'],
  ])('%j', (text, column) => {
    expect(toColumn(text)).toBe(column)
    expect(fromColumn(column)).toBe(text)
  })

  test('behavior: any text comes back, and different texts differ', () => {
    const text = fc.string({
      unit: fc.oneof(
        fc.constant('\\'),
        fc.nat(0xffff).map((unit) => String.fromCharCode(unit)),
      ),
    })
    void fc.assert(
      fc.property(text, text, (a, b) => {
        expect(fromColumn(toColumn(a))).toBe(a)
        expect(toColumn(a) === toColumn(b)).toBe(a === b)
        expect(toColumn(a)).not.toContain('\0')
        expect(toColumn(a)).not.toMatch(/\p{Surrogate}/u)
      }),
    )
  })

  test('behavior: null stays null', () => {
    expect([toColumnOrNull(null), fromColumnOrNull(null)]).toEqual([null, null])
    expect(fromColumnOrNull(toColumnOrNull('\0'))).toBe('\0')
  })
})
