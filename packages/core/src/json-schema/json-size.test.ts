import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { overLimit } from './json-size.js'

const roomy = { depth: 32, bytes: 1_000_000 }

function nested(levels: number): unknown {
  return levels === 0 ? 1 : [nested(levels - 1)]
}

describe('overLimit', () => {
  test.each([
    ['number', 12.5],
    ['null', null],
    ['escapes', '"\\\b\t\n\f\r\u0000\u001f\u007f'],
    ['wide text', 'é€💩'],
    ['list', [1, [], ['a', null, true]]],
    ['object', { a: 1, 'é"': { b: [] }, __proto__x: {} }],
    ['a key that is a prototype', JSON.parse('{"__proto__":{"a":1}}')],
  ])('behavior: counts %s to the byte', (_name, value) => {
    const bytes = new TextEncoder().encode(JSON.stringify(value)).length
    expect(overLimit(value, { depth: 32, bytes })).toBeUndefined()
    expect(overLimit(value, { depth: 32, bytes: bytes - 1 })).toBe('too_large')
  })

  test('behavior: depth at the limit and one above', () => {
    expect(overLimit(nested(32), roomy)).toBeUndefined()
    expect(overLimit(nested(33), roomy)).toBe('too_deep')
    expect(overLimit([1, nested(32), 2], roomy)).toBe('too_deep')
  })

  test('behavior: agrees with JSON.stringify', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const bytes = new TextEncoder().encode(JSON.stringify(value)).length
        expect(overLimit(value, { depth: 99, bytes })).toBeUndefined()
        expect(overLimit(value, { depth: 99, bytes: bytes - 1 })).toBe(
          'too_large',
        )
      }),
    )
  })
})
