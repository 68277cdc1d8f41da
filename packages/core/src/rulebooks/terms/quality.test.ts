import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../json/value.js'
import type {
  Challenge,
  CollectedResponse,
  Offer,
} from '../../x402/challenge-types.js'
import { judgeQuality } from './quality.js'
import { qualitySchema } from './quality-schema.js'
import { schemaMatch } from './schema-match.js'

const HEADERS = { 'Content-Type': 'application/json; charset=utf-8' }

function response(changes: Partial<CollectedResponse> = {}): CollectedResponse {
  return {
    status: 402,
    headers: HEADERS,
    body: '{}',
    body_truncated: false,
    ...changes,
  }
}

function offer(source: 'header' | 'body'): Offer {
  return {
    index: 0,
    source,
    version: source === 'header' ? 2 : 1,
    scheme: 'exact',
    network: null,
    asset: null,
    pay_to: null,
    amount: null,
    max_timeout_seconds: null,
    readable: false,
    usable: false,
    defects: [],
    expiry: null,
    extra: null,
  }
}

/** A challenge of one entry whose document is the given JSON. */
function challenge(
  source: 'header' | 'body',
  json: JsonObject = {},
  accepts: readonly JsonObject[] = [{}],
): Challenge {
  const version = source === 'header' ? 2 : 1
  return {
    offers: [offer(source)],
    defects: [],
    documents: [{ source, version, json, accepts }],
  }
}

const NONE: Challenge = { offers: [], defects: [], documents: [] }

function judge(given: Challenge, changes: Partial<CollectedResponse> = {}) {
  return judgeQuality(
    { outcome: 'response', response: response(changes) },
    given,
    schemaMatch,
  )
}

/** A v2 document that declares an output schema, maybe with a sample. */
function bazaar(schema: unknown, output: unknown): JsonObject {
  return {
    extensions: {
      bazaar: {
        schema: { properties: { output: { properties: { example: schema } } } },
        info: { output },
      },
    },
  } as JsonObject
}

function v1(...outputs: unknown[]): JsonObject[] {
  return outputs.map(
    (output) => ({ outputSchema: { input: {}, output } }) as JsonObject,
  )
}

function outcomeOf(given: Challenge) {
  const { code, checks } = judge(given)
  const { schema_declared, schema_source, schema_match } = checks
  return [code, schema_declared, schema_source, schema_match]
}

const WANTS_A = { type: 'object', required: ['a'] }

describe('judgeQuality', () => {
  test.each(['timeout', 'unreachable', 'refused', 'response'] as const)(
    '%s without a response',
    (outcome) => {
      expect(judgeQuality({ outcome }, NONE, schemaMatch)).toEqual({
        code: 'quality_unreachable',
        checks: {
          reachable: false,
          http_status: null,
          status_is_402: false,
          content_type: null,
          content_type_ok: null,
          body_bytes: null,
          schema_declared: false,
          schema_source: null,
          schema_match: null,
        },
      })
    },
  )

  test('behavior: a refused probe has no response, whatever is given', () => {
    const probe = { outcome: 'refused', response: response() } as const
    expect(judgeQuality(probe, NONE, schemaMatch).code).toBe(
      'quality_unreachable',
    )
  })

  test('default', () => {
    const json = bazaar(WANTS_A, { type: 'json', example: { a: 1 } })
    expect(judge(challenge('header', json), { body: 'é💩' })).toEqual({
      code: 'quality_ok',
      checks: {
        reachable: true,
        http_status: 402,
        status_is_402: true,
        content_type: 'application/json',
        content_type_ok: true,
        body_bytes: 6,
        schema_declared: true,
        schema_source: 'bazaar',
        schema_match: true,
      },
    })
  })

  test.each([
    ['another status', challenge('header'), 200, 'quality_bad_status'],
    ['a server error', NONE, 503, 'quality_bad_status'],
    ['a 402 without entries', NONE, 402, 'quality_bad_status'],
    ['a 402 with an entry', challenge('body'), 402, 'quality_unverified'],
  ] as const)('behavior: %s', (_name, given, status, code) => {
    const judged = judge(given, { status })
    expect(judged.code).toBe(code)
    expect(judged.checks.status_is_402).toBe(status === 402)
  })

  test('behavior: the schema is only read from a 402', () => {
    const json = bazaar(WANTS_A, { example: { a: 1 } })
    expect(judge(challenge('header', json), { status: 401 }).checks).toEqual({
      reachable: true,
      http_status: 401,
      status_is_402: false,
      content_type: 'application/json',
      content_type_ok: true,
      body_bytes: 2,
      schema_declared: false,
      schema_source: null,
      schema_match: null,
    })
  })

  test('behavior: a document without entries still declares', () => {
    const json = bazaar(WANTS_A, { example: {} })
    const given = { ...challenge('header', json, []), offers: [] }
    expect(outcomeOf(given)).toEqual([
      'quality_bad_status',
      true,
      'bazaar',
      false,
    ])
  })
})

describe('judgeQuality, content type', () => {
  test.each([
    [{ 'content-type': 'application/json' }, 'application/json', true],
    [{ 'CONTENT-TYPE': ' Application/JSON ;x=1' }, 'application/json', true],
    [
      { 'content-type': 'application/problem+json' },
      'application/problem+json',
      true,
    ],
    [{ 'content-type': 'application/json5' }, 'application/json5', false],
    [{ 'content-type': 'text/json' }, 'text/json', false],
    [{ 'content-type': 'text/html; charset=x' }, 'text/html', false],
    [{ 'content-type': ';charset=x' }, null, false],
    [{ 'content-type': '' }, null, false],
    [{ 'content-type': [] }, null, false],
    [{ 'content-type': ['text/html', 'application/json'] }, 'text/html', false],
    [{}, null, false],
  ] as const)('%j', (headers, type, ok) => {
    const body = judge(challenge('body'), { headers })
    expect(body.code).toBe(
      ok ? 'quality_unverified' : 'quality_bad_content_type',
    )
    expect(body.checks.content_type).toBe(type)
    expect(body.checks.content_type_ok).toBe(ok)
    const header = judge(challenge('header'), { headers })
    expect(header.code).toBe('quality_unverified')
    expect(header.checks.content_type_ok).toBe(true)
  })

  test('behavior: comes before a broken sample', () => {
    const given = challenge('body', {}, v1({ schema: WANTS_A, example: {} }))
    const judged = judge(given, { headers: {} })
    expect(judged.code).toBe('quality_bad_content_type')
    expect(judged.checks.schema_match).toBe(false)
  })
})

describe('judgeQuality, v2 schema and sample', () => {
  test.each([
    [
      'sample fits',
      WANTS_A,
      { example: { a: 1 } },
      ['quality_ok', true, 'bazaar', true],
    ],
    [
      'sample breaks it',
      WANTS_A,
      { example: {} },
      ['quality_schema_mismatch', true, 'bazaar', false],
    ],
    [
      'sample null',
      { type: 'null' },
      { example: null },
      ['quality_ok', true, 'bazaar', true],
    ],
    [
      'no sample',
      WANTS_A,
      { type: 'json' },
      ['quality_unverified', true, 'bazaar', null],
    ],
    ['no output', WANTS_A, 5, ['quality_unverified', true, 'bazaar', null]],
    [
      'does not compile',
      { type: 'objekt' },
      { example: {} },
      ['quality_unverified', true, 'bazaar', null],
    ],
    [
      'remote reference',
      { $ref: 'https://x.example/s' },
      { example: {} },
      ['quality_unverified', true, 'bazaar', null],
    ],
    [
      'empty schema',
      {},
      { example: {} },
      ['quality_unverified', false, null, null],
    ],
    [
      'boolean schema',
      true,
      { example: {} },
      ['quality_unverified', false, null, null],
    ],
    [
      'list',
      [WANTS_A],
      { example: {} },
      ['quality_unverified', false, null, null],
    ],
    ['null', null, { example: {} }, ['quality_unverified', false, null, null]],
  ] as const)('%s', (_name, schema, output, expected) => {
    expect(outcomeOf(challenge('header', bazaar(schema, output)))).toEqual(
      expected,
    )
  })

  test('behavior: references reach the whole bazaar schema', () => {
    const json = {
      extensions: {
        bazaar: {
          schema: {
            $defs: { a: WANTS_A },
            properties: {
              output: { properties: { example: { $ref: '#/$defs/a' } } },
            },
          },
          info: { output: { example: { a: 1 } } },
        },
      },
    }
    expect(outcomeOf(challenge('header', json))[0]).toBe('quality_ok')
  })

  test('behavior: a v1 document has no bazaar extension', () => {
    const json = bazaar(WANTS_A, { example: {} })
    expect(outcomeOf(challenge('body', json))).toEqual([
      'quality_unverified',
      false,
      null,
      null,
    ])
  })
})

describe('judgeQuality, v1 schema and sample', () => {
  const OK = ['quality_ok', true, 'v1', true]
  const BROKEN = ['quality_schema_mismatch', true, 'v1', false]
  const UNKNOWN = ['quality_unverified', true, 'v1', null]
  const UNDECLARED = ['quality_unverified', false, null, null]
  const TYPED = { type: 'object', properties: {}, required: ['a'] }

  test.each([
    ['schema and example', [{ schema: WANTS_A, example: { a: 1 } }], OK],
    ['schema and sample', [{ schema: WANTS_A, sample: {} }], BROKEN],
    [
      'example before sample',
      [{ schema: WANTS_A, example: {}, sample: { a: 1 } }],
      BROKEN,
    ],
    [
      'null is no example',
      [{ schema: WANTS_A, example: null, sample: { a: 1 } }],
      OK,
    ],
    [
      'examples are no sample of a member',
      [{ schema: WANTS_A, examples: [{}] }],
      UNKNOWN,
    ],
    ['a boolean schema', [{ schema: false, example: 1 }], BROKEN],
    ['a schema of another type', [{ schema: 'x', example: 1 }], UNKNOWN],
    ['itself with example', [{ ...TYPED, example: { a: 1 } }], OK],
    ['itself with sample', [{ ...TYPED, sample: {} }], BROKEN],
    ['itself with examples', [{ ...TYPED, examples: [{ a: 1 }] }], OK],
    ['itself with no examples', [{ ...TYPED, examples: [] }], UNKNOWN],
    ['itself without any', [TYPED], UNKNOWN],
    [
      'itself by $schema',
      [{ $schema: 'x', required: ['a'], example: {} }],
      BROKEN,
    ],
    [
      'itself with items',
      [{ type: 'array', items: false, example: [1] }],
      BROKEN,
    ],
    [
      'itself with several types',
      [{ type: ['array', 'null'], items: {}, example: {} }],
      BROKEN,
    ],
    [
      'a null schema, itself one',
      [{ ...TYPED, schema: null, example: {} }],
      BROKEN,
    ],
    [
      'a type that is none',
      [{ type: 'objekt', properties: {}, example: {} }],
      UNDECLARED,
    ],
    ['a type alone', [{ type: 'object', example: {} }], UNDECLARED],
    ['properties alone', [{ properties: {}, example: {} }], UNDECLARED],
    ['an example alone', [{ ok: true }], UNDECLARED],
    ['a text', ['ok', { schema: WANTS_A, example: {} }], UNDECLARED],
    ['null is none', [null, { schema: WANTS_A, example: {} }], BROKEN],
    [
      'the first entry decides',
      [{ ok: true }, { schema: WANTS_A, example: {} }],
      UNDECLARED,
    ],
  ] as const)('%s', (_name, outputs, expected) => {
    const given = challenge('body', {}, v1(...outputs))
    expect(outcomeOf(given)).toEqual(expected)
  })

  test('behavior: entries of v2 are not asked', () => {
    const given = challenge('header', {}, v1({ schema: WANTS_A, example: {} }))
    expect(outcomeOf(given)).toEqual(UNDECLARED)
  })

  test('behavior: v2 comes first, v1 only when v2 declares none', () => {
    const body = challenge('body', {}, v1({ schema: WANTS_A, example: {} }))
    const both = (header: Challenge): Challenge => ({
      offers: [...header.offers, ...body.offers],
      defects: [],
      documents: [...header.documents, ...body.documents],
    })
    const declaring = bazaar(WANTS_A, { type: 'json' })
    expect(outcomeOf(both(challenge('header', declaring)))).toEqual([
      'quality_unverified',
      true,
      'bazaar',
      null,
    ])
    expect(outcomeOf(both(challenge('header')))).toEqual(BROKEN)
  })

  test('behavior: total on any document', () => {
    const json = fc.dictionary(
      fc.constantFrom('extensions', 'bazaar', 'a'),
      fc.jsonValue(),
    )
    fc.assert(
      fc.property(json, fc.jsonValue(), fc.string(), (first, output, body) => {
        const given = challenge('body', first as JsonObject, v1(output))
        const judged = judge(given, { body })
        expect(qualitySchema.parse(judged)).toEqual(judged)
        expect(judge(given, { body })).toEqual(judged)
      }),
    )
  })
})
