import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { validateAgainst } from './validate-against.js'

function outcome(schema: unknown, value: unknown, root: unknown = schema) {
  return validateAgainst({ root, schema, value }).outcome
}

type Cases = readonly (readonly [schema: unknown, value: unknown])[]

const DRAFT_07 = { $schema: 'http://json-schema.org/draft-07/schema#' }

const matching: Cases = [
  [true, 1],
  [{}, null],
  [{ type: 'integer' }, 1.0],
  [{ type: 'number' }, 1.5],
  [{ type: ['string', 'null'] }, null],
  [{ type: ['object', 'array'] }, []],
  [{ type: 'boolean' }, false],
  [{ enum: [1, 'a', null, [1], { a: [] }] }, { a: [] }],
  [{ enum: [0] }, -0],
  [{ const: null }, null],
  [{ const: { a: 1, b: 2 } }, { b: 2, a: 1 }],
  [{ multipleOf: 0.01 }, 0.07],
  [{ multipleOf: 0.01 }, 4.35],
  [{ multipleOf: 3 }, -9],
  [{ multipleOf: 1e-7 }, 0.00001],
  [{ multipleOf: 2 }, 'text'],
  [{ minimum: 1, maximum: 1 }, 1],
  [{ exclusiveMinimum: 1, exclusiveMaximum: 2 }, 1.5],
  [{ minimum: 1 }, 'text'],
  [{ minLength: 1, maxLength: 1 }, '💩'],
  [{ minLength: 1 }, 5],
  [{ pattern: 'b+' }, 'abbc'],
  [{ pattern: 'b+' }, 5],
  [{ minItems: 1, maxItems: 1 }, [0]],
  [{ minItems: 1 }, {}],
  [{ uniqueItems: true }, [1, '1', true, [1], ['1'], {}, null, '[1]']],
  [{ uniqueItems: false }, [1, 1]],
  [{ uniqueItems: true }, {}],
  [{ prefixItems: [{ type: 'string' }], items: { type: 'number' } }, ['a', 1]],
  [{ prefixItems: [true, false] }, [1]],
  [{ prefixItems: [false] }, {}],
  [{ items: false }, []],
  [{ items: false }, {}],
  [{ additionalItems: false }, [1]],
  [{ contains: { const: 1 } }, [0, 1]],
  [{ contains: { const: 1 } }, {}],
  [{ contains: { const: 1 }, minContains: 0 }, []],
  [{ contains: { const: 1 }, minContains: 2, maxContains: 2 }, [1, 0, 1]],
  [{ minContains: 5 }, []],
  [{ minProperties: 1, maxProperties: 1 }, { a: 1 }],
  [{ minProperties: 1 }, []],
  [{ required: ['a'] }, { a: null }],
  [{ required: ['a'] }, []],
  [{ required: [] }, {}],
  [{ propertyNames: { maxLength: 1 } }, { a: 1 }],
  [{ propertyNames: false }, []],
  [{ properties: { a: { type: 'number' } } }, { a: 1, b: 'x' }],
  [{ properties: { a: false } }, []],
  [{ patternProperties: { '^a': { type: 'number' } } }, { a1: 1, b: 'x' }],
  [{ patternProperties: { a: false } }, []],
  [
    {
      properties: { a: true },
      patternProperties: { '^b': true },
      additionalProperties: { type: 'number' },
    },
    { a: 'x', bb: 'x', c: 1 },
  ],
  [{ additionalProperties: false }, []],
  [{ dependentRequired: { a: ['b'] } }, { a: 1, b: 2 }],
  [{ dependentRequired: { a: ['b'] } }, { c: 1 }],
  [{ dependentRequired: { a: ['b'] } }, []],
  [{ dependentSchemas: { a: { required: ['b'] } } }, { a: 1, b: 2 }],
  [{ dependencies: { a: ['b'] } }, { a: 1 }],
  [{ allOf: [{ minimum: 1 }, { maximum: 2 }] }, 1],
  [{ anyOf: [{ minimum: 5 }, { maximum: 2 }] }, 1],
  [{ oneOf: [{ minimum: 5 }, { maximum: 2 }] }, 1],
  [{ not: { type: 'string' } }, 1],
  [{ if: { minimum: 1 }, then: { maximum: 2 }, else: { type: 'number' } }, 2],
  [{ if: { minimum: 1 }, then: false }, 0],
  [{ if: { minimum: 1 }, else: false }, 1],
  [{ then: false, else: false }, 1],
  [{ format: 'email', 'x-unknown': { type: 'strange' } }, 'no mail'],
  [{ $defs: { a: { type: 'string' } }, $ref: '#/$defs/a' }, 'x'],
  [{ definitions: { 'a/b~c%': true }, $ref: '#/definitions/a~1b~0c%25' }, 1],
  [{ $defs: { a: { $anchor: 'here', minimum: 1 } }, $ref: '#here' }, 1],
  [
    { prefixItems: [{ type: 'string' }, { $ref: '#/prefixItems/0' }] },
    ['', ''],
  ],
  [{ properties: { next: { $ref: '#' } } }, { next: { next: {} } }],
  [{ 'x-mine': { a: true }, $ref: '#/x-mine/a' }, 1],
  [JSON.parse('{"properties":{"__proto__":{"type":"number"}}}'), {}],
  [{ required: ['a'], $schema: 'https://example.com/mine' }, { a: 1 }],
  [{ contentSchema: { type: 'string' }, contentEncoding: 'base64' }, 1],
  [{ type: 'string', minLength: 2.0 }, 'ab'],
]

const mismatching: Cases = [
  [false, 1],
  [{ type: 'integer' }, 1.5],
  [{ type: ['string', 'null'] }, 0],
  [{ type: 'object' }, []],
  [{ type: 'array' }, {}],
  [{ type: 'object' }, null],
  [{ enum: [1, '2'] }, 2],
  [{ enum: [[1]] }, [2]],
  [{ enum: [] }, 1],
  [{ const: 0 }, false],
  [{ const: [0] }, 0],
  [{ multipleOf: 0.01 }, 0.075],
  [{ multipleOf: 2 }, 3],
  [{ multipleOf: 0.3 }, 1e308],
  [{ minimum: 1 }, 0.999],
  [{ exclusiveMinimum: 1 }, 1],
  [{ exclusiveMaximum: 1 }, 1],
  [{ maximum: 1 }, 1.001],
  [{ minLength: 2 }, '💩'],
  [{ maxLength: 1 }, 'ab'],
  [{ pattern: '^b' }, 'ab'],
  [{ minItems: 1 }, []],
  [{ maxItems: 1 }, [1, 2]],
  [
    { uniqueItems: true },
    [
      { a: 1, b: 2 },
      { b: 2, a: 1 },
    ],
  ],
  [{ uniqueItems: true }, ['a', 1, 'a']],
  [{ prefixItems: [{ type: 'string' }] }, [1]],
  [{ prefixItems: [true], items: false }, [1, 2]],
  [{ contains: { const: 1 } }, []],
  [{ contains: { const: 1 }, maxContains: 1 }, [1, 1, 0]],
  [{ contains: { const: 1 }, minContains: 2 }, [1, 0]],
  [{ minProperties: 1 }, {}],
  [{ maxProperties: 0 }, { a: 1 }],
  [{ required: ['toString'] }, {}],
  [{ propertyNames: { maxLength: 1 } }, { ab: 1 }],
  [{ properties: { a: { type: 'number' } } }, { a: 'x' }],
  [
    JSON.parse('{"properties":{"__proto__":false}}'),
    JSON.parse('{"__proto__":1}'),
  ],
  [{ patternProperties: { '^a': { type: 'number' } } }, { ab: 'x' }],
  [{ additionalProperties: false }, { a: 1 }],
  [{ dependentRequired: { a: ['b'] } }, { a: 1 }],
  [{ dependentSchemas: { a: { required: ['b'] } } }, { a: 1 }],
  [{ allOf: [true, false] }, 1],
  [{ anyOf: [false, false] }, 1],
  [{ oneOf: [true, true] }, 1],
  [{ oneOf: [false] }, 1],
  [{ not: {} }, 1],
  [{ if: { minimum: 1 }, then: { maximum: 2 } }, 3],
  [{ if: { minimum: 1 }, else: { minimum: 0 } }, -1],
  [{ $defs: { a: false }, $ref: '#/$defs/a' }, 1],
  [{ $defs: { a: true }, $ref: '#/$defs/a', type: 'string' }, 1],
]

const notCompiling: Cases = [
  [5, 1],
  [null, 1],
  [{ type: 'strange' }, 1],
  [{ type: [] }, 1],
  [{ type: ['string', 'string'] }, 1],
  [{ type: 5 }, 1],
  [{ type: 'toString' }, 1],
  [{ enum: 1 }, 1],
  [{ multipleOf: 0 }, 1],
  [{ multipleOf: 'x' }, 1],
  [{ exclusiveMinimum: true }, 1],
  [{ minLength: 'x' }, 1],
  [{ minLength: -1 }, 1],
  [{ minLength: 1.5 }, 1],
  [{ pattern: 5 }, 1],
  [{ pattern: '(?=a)' }, 1],
  [{ pattern: '(a)\\1' }, 1],
  [{ pattern: '(' }, 1],
  [{ patternProperties: { '[': true } }, {}],
  [{ uniqueItems: 'yes' }, []],
  [{ items: [true] }, []],
  [{ prefixItems: [] }, []],
  [{ prefixItems: true }, []],
  [{ minContains: -1 }, []],
  [{ required: 5 }, {}],
  [{ required: ['a', 'a'] }, {}],
  [{ required: [1] }, {}],
  [{ properties: { a: 1 } }, {}],
  [{ properties: [] }, {}],
  [{ dependentRequired: { a: 'b' } }, {}],
  [{ dependentRequired: [] }, {}],
  [{ dependencies: { a: 5 } }, {}],
  [{ dependencies: 5 }, {}],
  [{ allOf: [] }, 1],
  [{ allOf: [1] }, 1],
  [{ not: 1 }, 1],
  [{ then: 1 }, 1],
  [{ title: 5 }, 1],
  [{ readOnly: 'no' }, 1],
  [{ examples: 1 }, 1],
  [{ $defs: { unused: { type: 'strange' } } }, 1],
  [{ $id: 'a#b' }, 1],
  [{ $id: 5 }, 1],
  [{ $anchor: '0' }, 1],
  [{ $anchor: 5 }, 1],
  [{ $vocabulary: { a: 1 } }, 1],
  [{ $vocabulary: 5 }, 1],
  [{ $schema: 5 }, 1],
  [{ $ref: 5 }, 1],
  [{ $ref: '' }, 1],
  [{ $ref: 'other.json' }, 1],
  [{ $ref: 'https://x.example/s.json' }, 1],
  [{ $ref: '#/nowhere' }, 1],
  [{ $ref: '#/type/deeper', type: 'string' }, 1],
  [{ $ref: '#/type', type: 'string' }, 1],
  [{ $ref: '#nowhere' }, 1],
  [{ $ref: '#%' }, 1],
  [{ $ref: '#/allOf/00', allOf: [true] }, 1],
  [{ $ref: '#/allOf/length', allOf: [true] }, 1],
  [{ $ref: '#/__proto__' }, 1],
  [{ $ref: '#' }, 1],
  [{ anyOf: [{ $ref: '#' }] }, 1],
  [{ $ref: '#a', allOf: [{ $anchor: 'a' }, { $anchor: 'a' }] }, 1],
]

describe('validateAgainst', () => {
  test.each(matching)('%j matches %j', (schema, value) => {
    expect(outcome(schema, value)).toBe('match')
  })

  test.each(mismatching)('%j does not match %j', (schema, value) => {
    expect(outcome(schema, value)).toBe('mismatch')
  })

  test.each(notCompiling)('%j does not compile', (schema, value) => {
    expect(outcome(schema, value)).toBe('not_compilable')
  })

  test('behavior: says why it does not compile', () => {
    const judged = validateAgainst({ root: {}, schema: { type: 1 }, value: 1 })
    expect(judged).toEqual({
      outcome: 'not_compilable',
      reason: 'the keyword type is malformed',
    })
  })

  test('behavior: numbers beyond a double', () => {
    const huge = JSON.parse('1e400')
    expect(outcome({ multipleOf: 2 }, huge)).toBe('mismatch')
    expect(outcome({ multipleOf: huge }, 0)).toBe('match')
    expect(outcome({ multipleOf: huge }, 0.5)).toBe('mismatch')
    expect(outcome({ maximum: 5 }, huge)).toBe('mismatch')
    expect(outcome({ minLength: huge }, 'a')).toBe('not_compilable')
    expect(outcome({ uniqueItems: true }, [huge, 1])).toBe('match')
  })

  test('behavior: the schema stands inside a larger document', () => {
    const schema = { $ref: '#/$defs/amount' }
    const root = {
      $defs: { amount: { type: 'number' }, broken: { type: 'strange' } },
      properties: { example: schema },
    }
    expect(outcome(schema, 1, root)).toBe('match')
    expect(outcome(schema, 'x', root)).toBe('mismatch')
    expect(outcome(schema, 1, 5)).toBe('not_compilable')
  })

  test('behavior: an embedded document has its own root and anchors', () => {
    const schema = {
      $defs: {
        a: { $anchor: 'x', type: 'string' },
        inner: {
          $id: 'inner',
          $defs: { a: { $anchor: 'x', type: 'number' } },
          anyOf: [{ $ref: '#x' }, { $ref: '#/$defs/a' }],
        },
      },
      properties: {
        own: { $ref: '#x' },
        inner: { $ref: '#/$defs/inner' },
      },
    }
    expect(outcome(schema, { own: 'a', inner: 1 })).toBe('match')
    expect(outcome(schema, { own: 1 })).toBe('mismatch')
    expect(outcome(schema, { inner: 'a' })).toBe('mismatch')
  })
})

describe('validateAgainst, dynamic references', () => {
  const list = {
    $id: 'list',
    $defs: {
      item: { $dynamicAnchor: 'item', type: 'number' },
      plain: { $anchor: 'plain', type: 'number' },
    },
    properties: {
      items: { items: { $dynamicRef: '#item' } },
      plain: { $dynamicRef: '#plain' },
      by_path: { $dynamicRef: '#/$defs/item' },
      boolean: { $dynamicRef: '#/properties/yes' },
      yes: true,
    },
  }
  const extended = {
    $id: 'texts',
    $defs: { item: { $dynamicAnchor: 'item', type: 'string' }, list },
    $ref: '#/$defs/list',
  }

  test.each([
    [list, { items: [1] }, 'match'],
    [list, { items: ['a'] }, 'mismatch'],
    [extended, { items: ['a'] }, 'match'],
    [extended, { items: [1] }, 'mismatch'],
    [extended, { plain: 1, by_path: 1, boolean: 1 }, 'match'],
    [extended, { plain: 'a' }, 'mismatch'],
    [extended, { by_path: 'a' }, 'mismatch'],
    [{ $defs: { list }, $ref: '#/$defs/list' }, { items: [1] }, 'match'],
    [{ $defs: { list }, $ref: '#/$defs/list' }, { items: ['a'] }, 'mismatch'],
    [
      {
        allOf: [{ $dynamicRef: '#a' }, { $dynamicRef: '#a' }],
        $dynamicAnchor: 'a',
        type: 'null',
      },
      1,
      'not_compilable',
    ],
    [{ $dynamicRef: '#nowhere' }, 1, 'not_compilable'],
    [{ $dynamicRef: 'other#item' }, 1, 'not_compilable'],
  ] as const)('%j, %j: %s', (schema, value, expected) => {
    expect(outcome(schema, value)).toBe(expected)
  })
})

describe('validateAgainst, unevaluated', () => {
  const closed = { unevaluatedProperties: false }
  const rest = { unevaluatedItems: false }

  test.each([
    [{ properties: { a: true }, ...closed }, { a: 1 }, 'match'],
    [{ properties: { a: true }, ...closed }, { b: 1 }, 'mismatch'],
    [{ patternProperties: { '^a': true }, ...closed }, { ab: 1 }, 'match'],
    [{ additionalProperties: true, ...closed }, { a: 1 }, 'match'],
    [{ allOf: [{ properties: { a: true } }], ...closed }, { a: 1 }, 'match'],
    [
      { not: { not: { properties: { a: true } } }, ...closed },
      { a: 1 },
      'mismatch',
    ],
    [
      {
        anyOf: [
          { properties: { a: { const: 1 } }, required: ['a'] },
          { properties: { b: { const: 2 } }, required: ['b'] },
        ],
        ...closed,
      },
      { a: 1, b: 2 },
      'match',
    ],
    [{ anyOf: [false], ...closed }, {}, 'mismatch'],
    [
      { oneOf: [{ properties: { a: true } }, false], ...closed },
      { a: 1 },
      'match',
    ],
    [
      {
        if: { properties: { a: { const: 1 } } },
        then: { properties: { b: true } },
        ...closed,
      },
      { a: 1, b: 1 },
      'match',
    ],
    [
      {
        if: { properties: { a: { const: 1 } } },
        then: { properties: { b: true } },
        ...closed,
      },
      { a: 2 },
      'mismatch',
    ],
    [
      {
        dependentSchemas: { a: { properties: { a: true, b: true } } },
        ...closed,
      },
      { a: 1, b: 1 },
      'match',
    ],
    [
      { allOf: [{ unevaluatedProperties: true }], ...closed },
      { a: 1 },
      'match',
    ],
    [{ unevaluatedProperties: { type: 'number' } }, { a: 1 }, 'match'],
    [{ ...closed }, [], 'match'],
    [{ prefixItems: [true], ...rest }, [1], 'match'],
    [{ prefixItems: [true], ...rest }, [1, 2], 'mismatch'],
    [{ items: true, ...rest }, [1, 2], 'match'],
    [{ contains: { const: 1 }, ...rest }, [1, 1], 'match'],
    [{ contains: { const: 1 }, ...rest }, [1, 2], 'mismatch'],
    [
      { allOf: [{ prefixItems: [true] }, { contains: { const: 2 } }], ...rest },
      [1, 2],
      'match',
    ],
    [{ allOf: [{ unevaluatedItems: true }], ...rest }, [1], 'match'],
    [{ ...rest }, {}, 'match'],
  ] as const)('%j, %j: %s', (schema, value, expected) => {
    expect(outcome(schema, value)).toBe(expected)
  })
})

describe('validateAgainst, draft-07', () => {
  test.each([
    [
      { items: [{ type: 'string' }], additionalItems: { type: 'number' } },
      ['a', 1],
      'match',
    ],
    [
      { items: [{ type: 'string' }], additionalItems: false },
      ['a', 1],
      'mismatch',
    ],
    [{ items: [{ type: 'string' }] }, [1], 'mismatch'],
    [{ items: { type: 'string' }, additionalItems: false }, ['a'], 'match'],
    [{ additionalItems: false }, [1], 'match'],
    [{ items: { type: 'string' } }, [1], 'mismatch'],
    [{ contains: { const: 1 }, minContains: 2 }, [1], 'match'],
    [{ contains: { const: 1 } }, [], 'mismatch'],
    [
      { dependencies: { a: ['b'], c: { required: ['d'] } } },
      { a: 1, b: 1, c: 1, d: 1 },
      'match',
    ],
    [{ dependencies: { a: ['b'] } }, { a: 1 }, 'mismatch'],
    [{ dependencies: { c: { required: ['d'] } } }, { c: 1 }, 'mismatch'],
    [
      { dependentRequired: { a: ['b'] }, prefixItems: 5, unevaluatedItems: 5 },
      { a: 1 },
      'match',
    ],
    [
      {
        $ref: '#/definitions/a',
        type: 'strange',
        definitions: { a: { type: 'number' } },
      },
      1,
      'match',
    ],
    [
      {
        allOf: [{ $ref: '#a' }],
        definitions: { a: { $id: '#a', type: 'number' } },
      },
      'x',
      'mismatch',
    ],
    [
      {
        allOf: [{ $ref: '#/definitions/b' }],
        definitions: {
          b: {
            $id: 'b',
            items: { $ref: '#/definitions/c' },
            definitions: { c: { const: 1 } },
          },
        },
      },
      [1],
      'match',
    ],
    [{ allOf: [{ $ref: '#a', $id: '#a' }] }, 1, 'not_compilable'],
    [
      { allOf: [{ $ref: '#/definitions/a' }], definitions: { a: { $id: 5 } } },
      1,
      'not_compilable',
    ],
    [{ $ref: 5 }, 1, 'not_compilable'],
    [{ items: [] }, [], 'not_compilable'],
  ] as const)('%j, %j: %s', (schema, value, expected) => {
    expect(outcome({ ...DRAFT_07, ...schema }, value)).toBe(expected)
  })

  test('behavior: named by the schema itself before its document', () => {
    const tuple = { items: [{ type: 'string' }] }
    expect(outcome(tuple, [1], DRAFT_07)).toBe('mismatch')
    expect(outcome(tuple, [1], {})).toBe('not_compilable')
    const own = { $schema: 'https://json-schema.org/draft-07/schema', ...tuple }
    expect(outcome(own, [1], {})).toBe('mismatch')
    const newer = 'https://json-schema.org/draft/2020-12/schema'
    expect(outcome({ $schema: newer, ...tuple }, [1], DRAFT_07)).toBe(
      'not_compilable',
    )
  })
})

describe('validateAgainst, limits', () => {
  test('behavior: 64 KiB of schema, and a byte more', () => {
    const schema = (size: number) => ({ title: 'x'.repeat(size - 12) })
    expect(outcome(schema(65_536), 1)).toBe('match')
    expect(outcome(schema(65_537), 1)).toBe('not_compilable')
  })

  test('behavior: 64 KiB of sample, and a byte more', () => {
    expect(outcome({}, 'x'.repeat(65_534))).toBe('match')
    expect(outcome({}, 'x'.repeat(65_535))).toBe('not_compilable')
  })

  test('behavior: 32 levels of schema, and one more', () => {
    const nest = (levels: number): unknown =>
      levels === 1 ? {} : { not: nest(levels - 1) }
    expect(outcome(nest(32), 1)).toBe('mismatch')
    expect(outcome(nest(33), 1)).toBe('not_compilable')
    expect(outcome({ $ref: '#/a' }, 1, { a: nest(31) })).toBe('match')
    expect(outcome({ $ref: '#/a' }, 1, { a: nest(32) })).toBe('not_compilable')
    expect(outcome({}, 1, { a: nest(32) })).toBe('match')
  })

  test('behavior: 10 000 steps, and one more', () => {
    // One step for the list, one for each item.
    const items = (count: number) => new Array<number>(count).fill(1)
    expect(outcome({ items: {} }, items(9_999))).toBe('match')
    expect(outcome({ items: {} }, items(10_000))).toBe('not_compilable')
    // What failed already is not looked at further.
    expect(outcome({ items: false }, items(10_000))).toBe('mismatch')
  })

  test('behavior: 500 schemas inside one another, and one more', () => {
    const chain = (length: number) => ({
      ...Object.fromEntries(
        Array.from({ length: length - 2 }, (_, i) => [
          `s${i}`,
          { $ref: `#/s${i + 1}` },
        ]),
      ),
      [`s${length - 2}`]: {},
      $ref: '#/s0',
    })
    expect(outcome(chain(500), 1)).toBe('match')
    expect(outcome(chain(501), 1)).toBe('not_compilable')
  })

  test('behavior: work within the steps', () => {
    const scan = { pattern: '^[ab]*a[ab]{50}c$' }
    expect(outcome(scan, 'ab'.repeat(10_000))).toBe('mismatch')
    expect(outcome(scan, 'ab'.repeat(32_000))).toBe('mismatch')
    const often = { allOf: new Array(200).fill({ maxLength: 65_000 }) }
    expect(outcome(often, 'x'.repeat(65_000))).toBe('not_compilable')
  })

  test('behavior: patterns that would compile to too much', () => {
    expect(outcome({ pattern: 'a{1000}b{1000}c{1000}' }, 'x')).toBe('mismatch')
    expect(outcome({ pattern: '(?:abcdef){1000}' }, 'x')).toBe('not_compilable')
    const same = { pattern: '[a-f]{900}' }
    expect(outcome({ allOf: new Array(9).fill(same) }, 'x')).toBe('mismatch')
  })
})

describe('validateAgainst, any input', () => {
  const REASONS =
    /^(?:too_deep|too_large|too many steps|nested too deep|not a schema|a (?:pattern|reference) .*|an unreadable reference|the keyword .* is malformed)$/
  const keyword = fc.constantFrom(
    ...['type', 'enum', 'const', 'multipleOf', 'minimum', 'maxLength'],
    ...['pattern', 'items', 'prefixItems', 'contains', 'maxContains'],
    ...['uniqueItems', 'required', 'properties', 'patternProperties'],
    ...['additionalProperties', 'propertyNames', 'dependentSchemas', 'not'],
    ...['allOf', 'anyOf', 'oneOf', 'if', 'then', '$ref', '$dynamicRef'],
    ...['$defs', '$id', '$anchor', '$dynamicAnchor', 'unevaluatedItems'],
    ...['unevaluatedProperties', 'a', '__proto__', '$schema'],
  )
  const { schema } = fc.letrec<{ schema: unknown; value: unknown }>((tie) => ({
    schema: fc.oneof(
      { maxDepth: 4 },
      fc.boolean(),
      fc.dictionary(keyword, tie('value'), { maxKeys: 4 }),
    ),
    value: fc.oneof(
      { maxDepth: 4 },
      fc.constantFrom('string', 'a', '#', '#a', '#/$defs/a', 1, 2, true),
      tie('schema'),
      fc.array(tie('schema'), { maxLength: 3 }),
      fc.jsonValue({ maxDepth: 2 }),
    ),
  }))

  test('behavior: total and deterministic', () => {
    fc.assert(
      fc.property(schema, fc.jsonValue(), (given, value) => {
        const judged = validateAgainst({ root: given, schema: given, value })
        expect(judged).toEqual(
          validateAgainst({ root: given, schema: given, value }),
        )
        if (judged.outcome === 'not_compilable')
          expect(judged.reason).toMatch(REASONS)
      }),
      { numRuns: 2_000 },
    )
  })

  test('behavior: a value matches its own const and not its negation', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 3 }), (value) => {
        expect(outcome({ const: value }, value)).toBe('match')
        expect(outcome({ not: { enum: [value] } }, value)).toBe('mismatch')
      }),
    )
  })
})
