import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { equalityKey, equalJson } from './equality.js'

describe('equalJson', () => {
  test.each([
    [1, 1, true],
    [0, -0, true],
    [0, false, false],
    [null, 0, false],
    ['a', 'a', true],
    [[1, 2], [1, 2], true],
    [[1, 2], [2, 1], false],
    [[1], [1, 2], false],
    [[], {}, false],
    [{}, [], false],
    [{}, null, false],
    [{ a: 1, b: 2 }, { b: 2, a: 1 }, true],
    [{ a: 1 }, { a: 1, b: 2 }, false],
    [{ a: 1 }, { b: 1 }, false],
    [{ a: 1 }, { a: 2 }, false],
    [{ toString: 1 }, {}, false],
    [JSON.parse('{"__proto__":1}'), { a: 1 }, false],
    [JSON.parse('{"__proto__":1}'), JSON.parse('{"__proto__":1}'), true],
  ])('%j and %j: %s', (a, b, equal) => {
    expect(equalJson(a, b)).toBe(equal)
    expect(equalityKey(a) === equalityKey(b)).toBe(equal)
  })

  test('behavior: the key agrees with it', () => {
    const value = fc.jsonValue({ maxDepth: 2 })
    fc.assert(
      fc.property(value, value, (a, b) => {
        expect(equalityKey(a) === equalityKey(b)).toBe(equalJson(a, b))
        expect(equalJson(a, JSON.parse(JSON.stringify(a)))).toBe(true)
      }),
    )
  })
})
