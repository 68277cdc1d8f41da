import { describe, expect, test } from 'vitest'
import { sampleText } from './sample.js'

const field = (more: object = {}) => ({ type: 'string', ...more })
const schema = (properties: object, more: object = {}) => ({
  type: 'object',
  properties,
  ...more,
})

function nested(levels: number): object {
  return levels === 0
    ? field({ example: 'x' })
    : schema({ a: nested(levels - 1) })
}

describe('sampleText', () => {
  test.each([
    ['an example value', { a: 1, b: { c: [] } }, '{"a":1,"b":{"c":[]}}'],
    ['a list', [1, 2], '[1,2]'],
    ['nothing', undefined, null],
    ['an empty object', {}, null],
    ['a text', '{"a":1}', null],
    ['a number', 7, null],
    [
      'descriptions with values',
      { a: field({ example: 1 }), b: field({ default: 2 }) },
      '{"a":1,"b":2}',
    ],
    [
      'the other names of a value',
      {
        a: field({ const: 3 }),
        b: field({ examples: [4] }),
        c: field({ enum: [5, 6] }),
        d: field({ sample: 7 }),
      },
      '{"a":3,"b":4,"c":5,"d":7}',
    ],
    [
      'an optional field without a value',
      { a: field({ example: 1 }), b: field() },
      '{"a":1}',
    ],
    [
      'a required field without a value',
      { a: field({ example: 1 }), b: field({ required: true }) },
      null,
    ],
    [
      'a described field of no type',
      { a: { description: 'what' }, b: 'plain' },
      '{"b":"plain"}',
    ],
    [
      'no values at all',
      { a: field(), b: field({ enum: [], examples: {} }) },
      null,
    ],
    [
      'a schema with its own example',
      schema({}, { example: { a: 1 } }),
      '{"a":1}',
    ],
    [
      'a schema of fields',
      schema({ a: field({ example: 1 }), b: 'plain', c: { d: 1 } }),
      '{"a":1,"b":"plain","c":{"d":1}}',
    ],
    [
      'a schema with a required field',
      schema({ a: field() }, { required: ['a'] }),
      null,
    ],
    [
      'a schema that requires what has a value',
      schema({ a: field({ example: 1 }) }, { required: ['a'] }),
      '{"a":1}',
    ],
    [
      'a schema in a schema',
      schema({ a: schema({ b: field({ example: 1 }) }) }),
      '{"a":{"b":1}}',
    ],
    [
      'six levels of schema',
      nested(6),
      '{"a":{"a":{"a":{"a":{"a":{"a":"x"}}}}}}',
    ],
    ['seven levels of schema', nested(7), null],
    [
      'names of prototypes',
      JSON.parse('{"__proto__":{"type":"string","example":1}}'),
      '{"__proto__":1}',
    ],
    ['a type that is a value', { type: 'premium' }, '{"type":"premium"}'],
  ])('%s', (_, declared, text) => {
    expect(sampleText(declared)).toBe(text)
  })

  test('behavior: bounded in bytes and levels', () => {
    const bytes = (size: number) => ({ a: 'x'.repeat(size - 8) })
    expect(sampleText(bytes(16_384))?.length).toBe(16_384)
    expect(sampleText(bytes(16_385))).toBeNull()
    const levels = (depth: number) =>
      JSON.parse('['.repeat(depth) + ']'.repeat(depth)) as unknown
    expect(sampleText(levels(32))).not.toBeNull()
    expect(sampleText(levels(33))).toBeNull()
  })
})
