import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { canonicalJson } from './canonical.js'
import { wellFormedJson } from './well-formed.js'

describe('wellFormedJson', () => {
  test.each<[unknown, unknown]>([
    ['\ud800', '\ufffd'],
    ['a\udfffb', 'a\ufffdb'],
    ['😀', '😀'],
    ['\\ud800', '\\ud800'],
    ['\\\\ud800\ud800', '\\\\ud800\ufffd'],
    [{ '\udc00': ['\n\ud834'] }, { '\ufffd': ['\n\ufffd'] }],
  ])('%j', (value, expected) => {
    expect(wellFormedJson(value)).toEqual(expected)
  })

  test('behavior: what is well formed is the same object', () => {
    const value = { a: ['x', 1, null] }
    expect(wellFormedJson(value)).toBe(value)
    expect(wellFormedJson(undefined)).toBeUndefined()
  })

  test('behavior: always has a canonical form', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.string({
            unit: fc
              .integer({ min: 0, max: 0xffff })
              .map((c) => String.fromCharCode(c)),
          }),
        ),
        (value) => {
          const mended = wellFormedJson(value)
          expect(() => canonicalJson(mended)).not.toThrow()
          expect(mended.map((text) => text.length)).toEqual(
            value.map((text) => text.length),
          )
        },
      ),
    )
  })
})
