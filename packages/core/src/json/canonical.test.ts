import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { canonicalJson } from './canonical.js'
import { digestOf, sha256Hex } from './digest.js'
import { isObject, own } from './value.js'

describe('canonicalJson', () => {
  test('default: the sample of RFC 8785', () => {
    const value = {
      numbers: [Number('333333333.33333329'), 1e30, 4.5, 2e-3, 1e-27],
      string: '\u20ac$\u000f\u000aA\'\u0042\u0022\u005c\\"/',
      literals: [null, true, false],
    }
    expect(canonicalJson(value)).toBe(
      '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
    )
  })

  test('behavior: keys sort by UTF-16 units', () => {
    const keys = ['\u20ac', '\r', '\ufb33', '1', '\ud83d\ude00', '\u0080', 'ö']
    const value = Object.fromEntries(keys.map((key) => [key, 0]))
    expect(JSON.stringify(Object.keys(JSON.parse(canonicalJson(value))))).toBe(
      JSON.stringify(['1', '\r', '\u0080', 'ö', '€', '😀', '\ufb33']),
    )
  })

  test('behavior: few keys and many are sorted alike', () => {
    const keys = fc.uniqueArray(fc.string({ unit: 'grapheme' }), {
      maxLength: 40,
    })
    fc.assert(
      fc.property(keys, (given) => {
        const members = given
          .toSorted()
          .map((key) => `${JSON.stringify(key)}:1`)
        const value = new Map(given.map((key) => [key, 1]))
        expect(canonicalJson(Object.fromEntries(value))).toBe(
          `{${members.join(',')}}`,
        )
      }),
    )
  })

  test('behavior: forty keys in reverse are sorted', () => {
    const keys = Array.from({ length: 40 }, (_, i) => `k${i + 10}`)
    const backwards = Object.fromEntries(keys.toReversed().map((k) => [k, 1]))
    expect(canonicalJson(backwards)).toBe(
      `{${keys.map((key) => `"${key}":1`).join(',')}}`,
    )
  })

  test('behavior: undefined members are left out, in lists null', () => {
    expect(canonicalJson({ b: undefined, a: [undefined, 1] })).toBe(
      '{"a":[null,1]}',
    )
  })

  test.each<[string, unknown]>([
    ['NaN', Number.NaN],
    ['bigint', 1n],
    ['lone surrogate', '\ud800'],
    ['lone surrogate key', { '\udc00': 1 }],
  ])('throws on %s', (_, value) => {
    expect(() => canonicalJson(value)).toThrow(TypeError)
  })

  test('throws on a cycle', () => {
    const cycle: unknown[] = []
    cycle.push(cycle)
    expect(() => canonicalJson(cycle)).toThrow(TypeError)
  })

  test('behavior: a parse away from the same value, and stable', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const plain = JSON.parse(JSON.stringify(value))
        const text = canonicalJson(plain)
        expect(JSON.parse(text)).toEqual(plain)
        expect(canonicalJson(JSON.parse(text))).toBe(text)
      }),
    )
  })
})

describe('digestOf', () => {
  test('default', () => {
    expect(sha256Hex('')).toBe(
      'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    )
    expect(digestOf({ b: 1, a: 2 })).toBe(digestOf({ a: 2, b: 1 }))
  })
})

describe('isObject, own', () => {
  test('default', () => {
    expect([isObject({}), isObject([]), isObject(null), isObject('')]).toEqual([
      true,
      false,
      false,
      false,
    ])
    expect(own({}, 'constructor')).toBeUndefined()
    expect(own(JSON.parse('{"__proto__":1}'), '__proto__')).toBe(1)
  })
})
