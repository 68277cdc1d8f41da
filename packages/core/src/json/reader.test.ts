import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type JsonFault, numberTextOf, readJson } from './reader.js'

const LIMITS = { depth: 32, units: 131_072 }

function parsed(text: string): unknown {
  const read = readJson(text, LIMITS)
  if (!read.ok) throw new Error(read.fault)
  return read.json.value
}

function faultOf(text: string, limits = LIMITS): JsonFault | undefined {
  const read = readJson(text, limits)
  return read.ok ? undefined : read.fault
}

function finite(_key: string, value: unknown): unknown {
  if (value === Number.POSITIVE_INFINITY) return Number.MAX_VALUE
  return value === Number.NEGATIVE_INFINITY ? -Number.MAX_VALUE : value
}

describe('readJson', () => {
  test.each(['{\u0001}', '[1\u000b]', '\u00001', '[\u001f1]'])(
    'behavior: %j has a control character where a blank may be',
    (text) => {
      expect(() => parsed(text)).toThrow()
    },
  )

  test.each([
    'null',
    ' true ',
    'false',
    '0',
    '-0',
    '-12.50e+3',
    '1E-2',
    '""',
    '"a\\"b\\\\\\u00e9\\/"',
    '"münchen 😀 \u007f"',
    '[]',
    '[ ]',
    '{ }',
    '[1,"a",[null],{}]',
    '{"a":{"b":[true]},"":0}',
    '\t{\r\n"a" :\n1 , "b" : 2 }\n',
    '{"__proto__":{"x":1},"constructor":2,"toString":3}',
  ])('default %j', (text) => {
    expect(parsed(text)).toEqual(JSON.parse(text))
  })

  test('behavior: __proto__ is data', () => {
    const value = parsed('{"__proto__":{"x":1}}') as object
    expect(Object.keys(value)).toEqual(['__proto__'])
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype)
  })

  test.each([
    '',
    ' ',
    'nul',
    'True',
    'NaN',
    'Infinity',
    '-Infinity',
    '-',
    '+1',
    '.5',
    '1.',
    '1.e3',
    '01',
    '-01',
    '1e',
    '1e+',
    '0x10',
    '"',
    '"a',
    '"\\',
    '"\\"',
    '"\\x"',
    '"\\u12g4"',
    '"\n"',
    '"\u0000"',
    "'a'",
    '[',
    '[1',
    '[1,',
    '[1,]',
    '[,1]',
    '[1 2]',
    '[1}',
    '{',
    '{"a"',
    '{"a":',
    '{"a":1',
    '{"a":1,',
    '{"a":1,}',
    '{"a" 1}',
    '{a:1}',
    '{"a:1}',
    '{1:1}',
    '{"a":1]',
    '{"a":x}',
    '[x]',
    '1 2',
    '{} {}',
    '[1]x',
    '\ufeff\ufeff1',
    '\u00a01',
    '1\u00a0',
  ])('error: %j', (text) => {
    expect(faultOf(text)).toBe('json_invalid')
  })

  test('behavior: a byte order mark is skipped and not counted', () => {
    expect(parsed('\ufeff[1]')).toEqual([1])
    expect(faultOf('\ufeff[1]', { depth: 1, units: 3 })).toBeUndefined()
  })

  test('behavior: nesting up to the limit', () => {
    const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)
    expect(faultOf(nested(32))).toBeUndefined()
    expect(faultOf(nested(33))).toBe('json_too_deep')
    expect(faultOf(`${'{"a":'.repeat(32)}1${'}'.repeat(32)}`)).toBeUndefined()
    expect(faultOf(`${'{"a":'.repeat(33)}1${'}'.repeat(33)}`)).toBe(
      'json_too_deep',
    )
    expect(faultOf(`[${nested(31)},${nested(31)}]`)).toBeUndefined()
  })

  test('behavior: of two faults the first one is named', () => {
    expect(faultOf('['.repeat(33))).toBe('json_too_deep')
    expect(faultOf(`[x,${'['.repeat(33)}`)).toBe('json_invalid')
    expect(faultOf(`${'['.repeat(33)}x`)).toBe('json_too_deep')
  })

  test('behavior: length up to the limit', () => {
    const text = (units: number) => `"${'é'.repeat(units - 2)}"`
    expect(faultOf(text(131_072))).toBeUndefined()
    expect(faultOf(text(131_073))).toBe('too_large')
  })

  test.each<[string, boolean]>([
    ['{"a":1,"b":1}', false],
    ['{"a":1,"a":1}', true],
    ['{"pay\\u0054o":1,"payTo":1}', true],
    ['{"a":{"a":1},"b":{"a":1}}', false],
    ['[{"x":{"k":1,"k":2}}]', true],
    ['{"__proto__":1,"__proto__":2}', true],
    ['{"toString":1,"constructor":1}', false],
    ['{"a":"\\"a\\":1"}', false],
  ])('behavior: duplicate keys of %j', (text, expected) => {
    const read = readJson(text, LIMITS)
    expect(read.ok && read.json.duplicateKey).toBe(expected)
    expect(parsed(text)).toEqual(JSON.parse(text))
  })

  test('behavior: what a double cannot hold stays finite', () => {
    expect(parsed('[1e999,-1e999,1e-999]')).toEqual([
      Number.MAX_VALUE,
      -Number.MAX_VALUE,
      0,
    ])
  })

  test('behavior: agrees with JSON.parse on any JSON', () => {
    fc.assert(
      fc.property(
        fc.json({ maxDepth: 20 }),
        fc.constantFrom(0, 2, '\t'),
        (text, indent) => {
          const value: unknown = JSON.parse(text)
          const written = JSON.stringify(value, null, indent)
          expect(parsed(written)).toEqual(value)
        },
      ),
    )
  })

  test('behavior: agrees with JSON.parse on broken JSON', () => {
    const broken = fc
      .tuple(fc.json(), fc.nat(), fc.nat(3), fc.string({ maxLength: 2 }))
      .map(([text, at, cut, put]) => {
        const from = at % (text.length + 1)
        return text.slice(0, from) + put + text.slice(from + cut)
      })
    fc.assert(
      fc.property(broken, (text) => {
        let expected: unknown
        try {
          expected = JSON.parse(text, finite)
        } catch {
          expect(faultOf(text)).toBe('json_invalid')
          return
        }
        expect(parsed(text)).toEqual(expected)
      }),
      { numRuns: 2000 },
    )
  })

  test('behavior: hostile texts take linear time', () => {
    const texts = [
      `"${'\\"'.repeat(65_000)}`,
      `"${'\\'.repeat(131_000)}"`,
      '['.repeat(131_072),
      `[${'1e1,'.repeat(32_000)}1]`,
      `{${'"a":1,'.repeat(21_000)}"a":1}`,
      '1'.repeat(131_072),
      ' '.repeat(131_072),
    ]
    const start = performance.now()
    for (const text of texts) readJson(text, LIMITS)
    expect(performance.now() - start).toBeLessThan(2_000)
  })
})

describe('numberTextOf', () => {
  test('default', () => {
    const text =
      '{"a":1e4,"b":123456789012345,"c":0.9999999999999999,"d":[1,2e0],"e":"1e4","f":-12345678901234}'
    const read = readJson(text, LIMITS)
    if (!read.ok) throw new Error(read.fault)
    const { json } = read
    const value = json.value as Record<string, object>
    const texts = Object.keys(value).map((key) =>
      numberTextOf(json, value, key),
    )
    expect(texts).toEqual([
      '1e4',
      undefined,
      '0.9999999999999999',
      undefined,
      undefined,
      undefined,
    ])
    expect(numberTextOf(json, value['d'] as object, '0')).toBeUndefined()
    expect(numberTextOf(json, value['d'] as object, '1')).toBe('2e0')
  })

  test.each<[string, string | undefined]>([
    ['{"a":1e4,"a":2e4}', '2e4'],
    ['{"a":1e4,"a":2}', undefined],
    ['{"a":1e4,"a":"x"}', undefined],
    ['{"a":1,"b":1e4,"a":2e4}', '2e4'],
    ['{"b":1e4,"a":1}', undefined],
    ['{"b":[1e4],"a":1}', undefined],
  ])('behavior: the last of a repeated key counts in %j', (text, expected) => {
    const read = readJson(text, LIMITS)
    if (!read.ok) throw new Error(read.fault)
    expect(numberTextOf(read.json, read.json.value as object, 'a')).toBe(
      expected,
    )
  })

  test('behavior: without such numbers there is nothing to look up', () => {
    const read = readJson('{"a":1}', LIMITS)
    if (!read.ok) throw new Error(read.fault)
    expect(read.json.numberTexts).toBeNull()
    expect(
      numberTextOf(read.json, read.json.value as object, 'a'),
    ).toBeUndefined()
  })
})
