import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { canonicalJson } from './canonical.js'
import { equalityKey } from './equality-key.js'
import { readJson } from './reader.js'

function keyOf(text: string): string {
  const read = readJson(`{"x":${text}}`, { depth: 99, units: 1e6 })
  if (!read.ok) throw new Error(read.fault)
  return equalityKey(read.json, read.json.value as object, 'x')
}

describe('equalityKey', () => {
  test.each<[string, string]>([
    ['{"a":1,"b":2}', '{"b":2.0,"a":1e0}'],
    ['[1,{"a":null}]', '[1.0, {"a":null}]'],
    ['"\\u0041"', '"A"'],
    ['"\\ud800"', '"\\ud800"'],
  ])('behavior: %s equals %s', (a, b) => {
    expect(keyOf(a)).toBe(keyOf(b))
  })

  test.each<[string, string]>([
    ['1', '"1"'],
    ['null', '"null"'],
    ['true', 'false'],
    ['[1,2]', '[2,1]'],
    ['["a,b"]', '["a","b"]'],
    ['{"a":1}', '{"a":1,"b":null}'],
    ['[9007199254740992]', '[9007199254740993]'],
    ['"\\ud800"', '"\\ud801"'],
  ])('behavior: %s differs from %s', (a, b) => {
    expect(keyOf(a)).not.toBe(keyOf(b))
  })

  test('behavior: an absent member equals null', () => {
    const read = readJson('{}', { depth: 1, units: 9 })
    if (!read.ok) throw new Error(read.fault)
    expect(equalityKey(read.json, {}, 'x')).toBe(keyOf('null'))
  })

  test('behavior: equal exactly when the canonical texts are', () => {
    const value = fc.jsonValue({ depthSize: 'small' })
    fc.assert(
      fc.property(value, value, (a, b) => {
        const same = canonical(a) === canonical(b)
        expect(keyOf(JSON.stringify(a)) === keyOf(JSON.stringify(b))).toBe(same)
      }),
    )
  })
})

function canonical(value: unknown): string {
  return canonicalJson(JSON.parse(JSON.stringify(value)))
}
