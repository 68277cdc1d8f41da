import { describe, expect, test } from 'vitest'
import { idList } from './column-reader.js'
import { filled } from './filled.js'

describe('filled', () => {
  test('default: whole numbers for names, a negative one in brackets', () => {
    expect(filled('$a - $b_c', { a: 5, b_c: -1 })).toBe('5 - (-1)')
  })

  test.each([0.5, Number.NaN, 2 ** 53])('behavior: %d is refused', (a) => {
    expect(() => filled('$a', { a })).toThrow('$a is no whole number')
  })

  test('behavior: a name without a value is refused', () => {
    expect(() => filled('$a', {})).toThrow('no value for $a')
  })
})

describe('idList', () => {
  test('default: never empty', () => {
    expect(idList([])).toBe('0')
    expect(idList([7, 3])).toBe('0, 7, 3')
  })

  test.each([-1, 0.5])('behavior: %d is no id', (id) => {
    expect(() => idList([id])).toThrow(`${id} is no dictionary id`)
  })
})
