import { describe, expect, test } from 'vitest'
import type { JsonValue } from '../json/value.js'
import { readChallenge } from './challenge.js'
import type { CollectedResponse } from './challenge-types.js'
import {
  answer,
  base64,
  encoded,
  entry,
  entryV1,
  OTHER_SELLER,
  solanaEntry,
  v1,
  v2,
  withHeader,
} from './testing/challenge-samples.js'

/** Where each offer came from, the documents, and the defects. */
function summary(response: CollectedResponse) {
  const { offers, documents, defects } = readChallenge(response)
  return {
    offers: offers.map(
      ({ source, version, index }) => `${source} v${version} ${index}`,
    ),
    documents: documents.map(({ source, version }) => `${source} v${version}`),
    defects,
  }
}

const NONE = { offers: [], documents: [], defects: [] }

function bodyOf(value: JsonValue): CollectedResponse {
  return answer({ body: JSON.stringify(value) })
}

describe('readChallenge', () => {
  test('default', () => {
    const terms = v2([entry(), solanaEntry()])
    const challenge = readChallenge(withHeader(terms))
    expect(challenge.offers.map(({ usable }) => usable)).toEqual([true, true])
    expect(challenge.defects).toEqual([])
    expect(challenge.documents).toEqual([
      { source: 'header', version: 2, json: terms, accepts: terms['accepts'] },
    ])
  })

  test.each([200, 401, 403, 500, 0])(
    'behavior: status %i is not read',
    (status) => {
      expect(readChallenge(withHeader(v2(), { status }))).toEqual(NONE)
    },
  )

  const H2 = { offers: ['header v2 0'], documents: ['header v2'] }
  const B1 = { offers: ['body v1 0'], documents: ['body v1'] }
  const B2 = { offers: ['body v2 0'], documents: ['body v2'] }
  const EMPTY_HEADER = { 'payment-required': encoded(v2([])) }

  test.each<[string, CollectedResponse, object]>([
    ['nothing at all', answer(), NONE],
    ['an HTML body', answer({ body: '<html>' }), NONE],
    ['an empty body', answer({ body: '' }), NONE],
    ['a header and an empty object', withHeader(v2()), { ...H2, defects: [] }],
    ['a v1 body', bodyOf(v1()), { ...B1, defects: [] }],
    ['a v2 body', bodyOf(v2()), { ...B2, defects: ['body_only_v2'] }],
    [
      'a header and another v1 body',
      withHeader(v2(), {
        body: JSON.stringify(v1([entryV1({ payTo: OTHER_SELLER })])),
      }),
      {
        offers: ['header v2 0', 'body v1 0'],
        documents: ['header v2', 'body v1'],
        defects: [],
      },
    ],
    [
      'a header and an equal v1 body',
      withHeader(v2(), { body: JSON.stringify(v1()) }),
      { ...H2, documents: ['header v2', 'body v1'], defects: [] },
    ],
    [
      'a header and a v2 body',
      withHeader(v2(), {
        body: JSON.stringify(v2([solanaEntry()], { resource: null })),
      }),
      { ...H2, defects: [] },
    ],
    [
      'a header without entries and a v2 body',
      answer({ headers: EMPTY_HEADER, body: JSON.stringify(v2()) }),
      {
        offers: ['body v2 0'],
        documents: ['header v2', 'body v2'],
        defects: ['body_only_v2'],
      },
    ],
    [
      'an unreadable header and a v1 body',
      answer({
        headers: { 'payment-required': '!' },
        body: JSON.stringify(v1()),
      }),
      { ...B1, defects: ['header_unreadable'] },
    ],
    [
      'version 1 in the header',
      withHeader(v1()),
      {
        offers: ['header v1 0'],
        documents: ['header v1'],
        defects: ['generation_mix'],
      },
    ],
    [
      'version 1 in the header and a v2 body',
      withHeader(v1(), { body: JSON.stringify(v2([solanaEntry()])) }),
      {
        offers: ['header v1 0'],
        documents: ['header v1'],
        defects: ['generation_mix'],
      },
    ],
    [
      'version "2"',
      withHeader(v2([entry()], { x402Version: '2' })),
      { ...H2, defects: ['version_string'] },
    ],
    [
      'version "1" in the header',
      withHeader(v1([entryV1()], { x402Version: '1' })),
      {
        offers: ['header v1 0'],
        documents: ['header v1'],
        defects: ['generation_mix', 'version_string'],
      },
    ],
    [
      'version "1" in the body',
      bodyOf(v1([entryV1()], { x402Version: '1' })),
      { ...B1, defects: ['version_string'] },
    ],
    [
      'version 3',
      withHeader(v2([entry()], { x402Version: 3 })),
      { ...NONE, defects: ['version_unknown'] },
    ],
    [
      'version null',
      withHeader(v2([entry()], { x402Version: null })),
      { ...NONE, defects: ['version_unknown'] },
    ],
    [
      'version " 2"',
      withHeader(v2([entry()], { x402Version: ' 2' })),
      { ...NONE, defects: ['version_unknown'] },
    ],
    [
      'an unknown version in the header, a v1 body',
      withHeader({ accepts: [] }, { body: JSON.stringify(v1()) }),
      { ...B1, defects: ['version_unknown'] },
    ],
    [
      'a body of unknown version',
      bodyOf({ accepts: 'json' }),
      { ...NONE, defects: ['version_unknown'] },
    ],
    ['a body without accepts', bodyOf({ x402Version: 2 }), NONE],
    [
      'a body with accepts null',
      bodyOf({ x402Version: 3, accepts: null }),
      NONE,
    ],
    ['a body that is a list', bodyOf([v1()]), NONE],
    [
      'a body of unknown version beside a readable header',
      answer({ headers: EMPTY_HEADER, body: JSON.stringify({ accepts: [] }) }),
      { ...NONE, documents: ['header v2'] },
    ],
    [
      'a body of unknown version beside an unreadable header',
      answer({ headers: { 'payment-required': '!' }, body: '{"accepts":[]}' }),
      { ...NONE, defects: ['header_unreadable', 'version_unknown'] },
    ],
    [
      'accepts that is no list',
      withHeader(v2('json')),
      { ...NONE, documents: ['header v2'] },
    ],
    [
      'a v2 body without entries',
      bodyOf(v2([])),
      { ...NONE, documents: ['body v2'], defects: ['body_only_v2'] },
    ],
    [
      'no resource',
      withHeader(v2([entry()], { resource: null })),
      { ...H2, defects: ['resource_missing'] },
    ],
    [
      'a resource as text',
      withHeader(v2([entry()], { resource: 'https://x' })),
      { ...H2, defects: ['resource_missing'] },
    ],
    [
      'a resource without url',
      withHeader(v2([entry()], { resource: {} })),
      { ...H2, defects: ['resource_missing'] },
    ],
    [
      'an empty url',
      withHeader(v2([entry()], { resource: { url: '' } })),
      { ...H2, defects: ['resource_missing'] },
    ],
    [
      'a url of another type',
      withHeader(v2([entry()], { resource: { url: 5 } })),
      { ...H2, defects: ['resource_missing'] },
    ],
    [
      'faults in header and body',
      answer({ headers: { 'payment-required': '{' }, body: '{' }),
      {
        ...NONE,
        defects: ['header_raw_json', 'json_invalid', 'header_unreadable'],
      },
    ],
    [
      'a broken body',
      answer({ body: ' {"accepts":[' }),
      { ...NONE, defects: ['json_invalid'] },
    ],
    [
      'a broken body beside a readable header',
      withHeader(v2(), { body: '{' }),
      { ...H2, defects: [] },
    ],
    [
      'a deep body',
      answer({ body: '['.repeat(33) }),
      { ...NONE, defects: ['json_too_deep'] },
    ],
    [
      'a large body',
      answer({ body: 'x'.repeat(131_073) }),
      { ...NONE, defects: ['too_large'] },
    ],
    ['a body as large as allowed', answer({ body: 'x'.repeat(131_072) }), NONE],
    [
      'a truncated body',
      answer({ body: JSON.stringify(v1()), body_truncated: true }),
      { ...NONE, defects: ['too_large'] },
    ],
    [
      'a truncated body beside a readable header',
      withHeader(v2(), { body: JSON.stringify(v1()), body_truncated: true }),
      { ...H2, defects: [] },
    ],
    [
      'a byte order mark before the body',
      answer({ body: `\ufeff${JSON.stringify(v1())}` }),
      { ...B1, defects: [] },
    ],
    [
      'a number just above a version',
      answer({
        headers: {
          'payment-required': base64(
            '{"x402Version":2.00000000000000000001,"accepts":[]}',
          ),
        },
      }),
      { ...NONE, defects: ['version_unknown'] },
    ],
    [
      'a version in another notation',
      answer({ body: JSON.stringify(v1()).replace(':1,', ':0.1e1,') }),
      { ...B1, defects: [] },
    ],
  ])('behavior: %s', (_, response, expected) => {
    expect(summary(response)).toEqual(expected)
  })
})
