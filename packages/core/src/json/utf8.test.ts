import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { codePoints, utf8Length } from './utf8.js'

const anyText = fc.string({ unit: 'binary' })

describe('utf8Length', () => {
  test.each([
    ['', 0],
    ['abc', 3],
    ['é', 2],
    ['\u07ff', 2],
    ['\u0800', 3],
    ['€', 3],
    ['💩', 4],
    ['a💩é', 7],
    ['\ud83d', 3],
    ['\udca9', 3],
    ['\ud83dx', 4],
    ['\udca9\ud83d', 6],
  ])('%j', (text, bytes) => {
    expect(utf8Length(text)).toBe(bytes)
  })

  test('behavior: agrees with an encoder', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(utf8Length(text)).toBe(new TextEncoder().encode(text).length)
      }),
    )
  })
})

describe('codePoints', () => {
  test.each([
    ['', 0],
    ['abc', 3],
    ['💩', 1],
    ['💩💩x', 3],
    ['\ud83d', 1],
    ['\udca9\ud83d', 2],
  ])('%j', (text, count) => {
    expect(codePoints(text)).toBe(count)
  })

  test('behavior: agrees with iteration', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(codePoints(text)).toBe([...text].length)
      }),
    )
  })
})
