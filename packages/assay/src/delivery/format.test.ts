import type { DeclaredSchema } from '@assay402/core'
import { describe, expect, test } from 'vitest'
import type { DeliveryAnswer } from './delivery-data.js'
import { formatOf } from './format.js'

const schema = { type: 'object', required: ['temperature'] }
const declared: DeclaredSchema = {
  source: 'bazaar',
  root: schema,
  schema,
  sample: undefined,
}
const answer = (body: string, more: object = {}): DeliveryAnswer => ({
  outcome: 'response',
  status: 200,
  content_type: 'application/json',
  body_base64: Buffer.from(body).toString('base64'),
  body_truncated: false,
  ...more,
})

describe('formatOf', () => {
  test('default', () => {
    expect(formatOf(declared, answer('{"temperature":21}'))).toEqual({
      schema: 'bazaar',
      result: 'match',
      detail: 'as declared',
    })
  })

  test.each<
    [string, DeclaredSchema | undefined, DeliveryAnswer, string, string]
  >([
    [
      'another shape',
      declared,
      answer('{"t":21}'),
      'mismatch',
      'the body breaks the declared schema',
    ],
    ['no JSON', declared, answer('<html>'), 'mismatch', 'the body is not JSON'],
    ['nothing', declared, answer(''), 'mismatch', 'the body is not JSON'],
    [
      'an error',
      declared,
      answer('{}', { status: 500 }),
      'unverified',
      'status 500',
    ],
    [
      'a payment asked',
      declared,
      answer('{}', { status: 402 }),
      'unverified',
      'status 402',
    ],
    [
      'cut off',
      declared,
      answer('{}', { body_truncated: true }),
      'unverified',
      'longer than 64 KiB',
    ],
    [
      'nothing declared',
      undefined,
      answer('{}'),
      'unverified',
      'no schema is declared',
    ],
    [
      'no answer',
      declared,
      { outcome: 'timeout', code: 'deadline' },
      'unverified',
      'no answer',
    ],
    [
      'a schema that is none',
      { ...declared, schema: { $ref: 'https://evil.example/s' } },
      answer('{}'),
      'unverified',
      expect.any(String) as unknown as string,
    ],
  ])('behavior: %s', (_, given, delivered, result, detail) => {
    expect(formatOf(given, delivered)).toEqual({
      schema: given?.source ?? null,
      result,
      detail,
    })
  })
})
