import { describe, expect, test } from 'vitest'
import { encoded, v2 } from '../../x402/testing/challenge-samples.js'
import { terms } from './rulebook.js'
import { termsInput } from './testing/terms-input.js'

describe('the input', () => {
  test.each<[string, unknown, string]>([
    ['a list', [], ''],
    ['null', null, ''],
    ['no now', { ...termsInput(), now: undefined }, 'now'],
    [
      'now without a zone',
      { ...termsInput(), now: '2026-11-30T12:00:00' },
      'now',
    ],
    ['a leap second', { ...termsInput(), now: '2016-12-31T23:59:60Z' }, 'now'],
    ['no probe', { ...termsInput(), probe: undefined }, 'probe'],
    ['probe null', { ...termsInput(), probe: null }, 'probe'],
    ['no outcome', termsInput({ probe: { outcome: null } }), 'probe.outcome'],
    [
      'another outcome',
      termsInput({ probe: { outcome: 'ok' } }),
      'probe.outcome',
    ],
    ['no status', termsInput({ probe: { status: null } }), 'probe.status'],
    [
      'status as text',
      termsInput({ probe: { status: '402' } }),
      'probe.status',
    ],
    [
      'headers as a list',
      termsInput({ probe: { headers: [] } }),
      'probe.headers',
    ],
    [
      'a header as a number',
      termsInput({ probe: { headers: { a: 5 } } }),
      'probe.headers.a',
    ],
    ['body as an object', termsInput({ probe: { body: {} } }), 'probe.body'],
    [
      'body_truncated as text',
      termsInput({ probe: { body_truncated: 'no' } }),
      'probe.body_truncated',
    ],
    ['a number as url', { ...termsInput(), url: 5 }, 'url'],
    [
      'a negative price',
      termsInput({ expected: { price_usd: '-1' } }),
      'expected.price_usd',
    ],
    [
      'a negative number',
      termsInput({ expected: { price_usd: -1 } }),
      'expected.price_usd',
    ],
    [
      'a price in another spelling',
      termsInput({ expected: { price_usd: '1e-2' } }),
      'expected.price_usd',
    ],
    [
      'a price of another type',
      termsInput({ expected: { price_usd: true } }),
      'expected.price_usd',
    ],
    [
      'another source',
      termsInput({ expected: { source: 'me' } }),
      'expected.source',
    ],
    ['expected as text', termsInput({ expected: 'x' }), 'expected'],
    [
      'a negative skew',
      termsInput({ options: { skew_s: -1 } }),
      'options.skew_s',
    ],
    ['skew null', termsInput({ options: { skew_s: null } }), 'options.skew_s'],
    [
      'skew as text',
      termsInput({ options: { skew_s: '30' } }),
      'options.skew_s',
    ],
    [
      'check_expiry as text',
      termsInput({ options: { check_expiry: 'no' } }),
      'options.check_expiry',
    ],
    [
      'accept_networks as text',
      termsInput({ options: { accept_networks: 'base' } }),
      'options.accept_networks',
    ],
    ['history as an object', termsInput({ history: {} }), 'history'],
  ])('error: %s', (_, given, path) => {
    expect(terms.judge(given)).toEqual({
      error: { code: 'invalid_input', message: expect.any(String), path },
    })
  })

  test.each<[string, unknown]>([
    [
      'nulls',
      {
        ...termsInput(),
        url: null,
        method: null,
        options: null,
        history: null,
      },
    ],
    [
      'nulls inside',
      termsInput({
        options: { check_expiry: null, accept_networks: null },
        probe: {
          body: null,
          headers: { 'payment-required': encoded(v2()), 'x-free-trial': null },
          body_truncated: null,
          detail: null,
        },
      }),
    ],
    ['unreadable rows', termsInput({ history: [null, 5, {}, { at: 'x' }] })],
    [
      'unreadable networks',
      termsInput({ options: { accept_networks: [null, 5, 'base'] } }),
    ],
    [
      'values of a header that are no text',
      termsInput({
        probe: { headers: { 'payment-required': [null, encoded(v2()), 5] } },
      }),
    ],
    [
      'prototype keys',
      JSON.parse(
        JSON.stringify(
          termsInput({
            probe: {
              headers: {
                'payment-required': encoded(v2()),
                constructor: 'x',
                toString: 'y',
              },
            },
          }),
        ).replace('"headers":{', '"headers":{"__proto__":"z",'),
      ),
    ],
    ['unknown fields', { ...termsInput(), more: {} }],
  ])('behavior: %s are ignored', (_, given) => {
    expect(terms.judge(given)).toMatchObject({ reason_code: 'price_ok' })
  })

  test('behavior: a response may have a status alone', () => {
    const probe = { outcome: 'response', status: 402 }
    expect(terms.judge({ now: '2026-11-30T12:00:00Z', probe })).toMatchObject({
      reason_code: 'bad_challenge',
      offers: [],
      defects: [],
    })
  })
})
