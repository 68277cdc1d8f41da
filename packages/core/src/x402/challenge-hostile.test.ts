import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { JsonObject, JsonValue } from '../json/value.js'
import { readChallenge } from './challenge.js'
import {
  answer,
  base64,
  entry,
  OTHER_SELLER,
  v2,
  withHeader,
} from './testing/challenge-samples.js'

describe('readChallenge', () => {
  test.each<[string, string, string[]]>([
    [
      'in an entry',
      '{"x402Version":2,"resource":{"url":"u"},"accepts":[{"payTo":1,"pay\\u0054o":2}]}',
      ['duplicate_key'],
    ],
    [
      'far from the entries',
      '{"x402Version":2,"resource":{"url":"u"},"accepts":[1],"x":{"a":1,"a":1}}',
      ['duplicate_key'],
    ],
    [
      'without entries',
      '{"x402Version":2,"x402Version":2,"resource":{"url":"u"},"accepts":[]}',
      [],
    ],
    [
      'of the version: the last counts',
      '{"x402Version":3,"x402Version":2,"resource":{"url":"u"},"accepts":[1]}',
      ['duplicate_key'],
    ],
  ])('behavior: a duplicate key %s', (_, text, defects) => {
    const headers = { 'payment-required': base64(text) }
    expect(readChallenge(answer({ headers })).defects).toEqual(defects)
  })

  test('behavior: equal entries collapse into the first', () => {
    const terms = v2([
      entry({ payTo: OTHER_SELLER }),
      entry(),
      entry({ amount: 10_000 }),
      5,
      null,
    ])
    const { offers } = readChallenge(withHeader(terms))
    expect(offers.map(({ index }) => index)).toEqual([0, 1, 3])
  })

  test('behavior: total on any terms', () => {
    const wild = fc.jsonValue() as fc.Arbitrary<JsonValue>
    const terms = fc.record<JsonObject>(
      {
        x402Version: fc.oneof(fc.constantFrom(1, 2, '1', '2'), wild),
        resource: wild,
        accepts: fc.oneof(
          wild,
          fc.array(
            fc.record(
              {
                scheme: fc.oneof(fc.constant('exact'), wild),
                network: fc.oneof(
                  fc.constantFrom('base', 'eip155:1', 'solana:mainnet'),
                  wild,
                ),
                amount: wild,
                maxAmountRequired: wild,
                asset: wild,
                payTo: wild,
                maxTimeoutSeconds: wild,
                extra: fc.oneof(
                  wild,
                  fc.record({ expiry: wild, deadline: wild }),
                ),
              },
              { requiredKeys: [] },
            ),
          ),
        ),
      } as unknown as { [key: string]: fc.Arbitrary<JsonValue> },
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(terms, terms, (inHeader, inBody) => {
        const response = withHeader(inHeader, { body: JSON.stringify(inBody) })
        const challenge = readChallenge(response)
        expect(new Set(challenge.defects).size).toBe(challenge.defects.length)
        for (const offer of challenge.offers) {
          expect(offer.usable && !offer.readable).toBe(false)
          expect(new Set(offer.defects).size).toBe(offer.defects.length)
        }
        expect(readChallenge(response)).toEqual(challenge)
      }),
    )
  })

  test('behavior: total on any text', () => {
    const text = fc.string({ unit: 'binary' })
    fc.assert(
      fc.property(text, text, fc.boolean(), (value, body, body_truncated) => {
        const headers = { 'Payment-Required': [value, base64(value)] }
        readChallenge(answer({ headers, body, body_truncated }))
      }),
    )
  })

  test('behavior: hostile answers take linear time', () => {
    const many = (text: string, n: number) => Array(n).fill(text).join(',')
    const bodies = [
      `{"x402Version":1,"accepts":[${many('1', 60_000)}]}`,
      `{"x402Version":1,"accepts":[${many('{"payTo":"x"}', 9_000)}]}`,
      `{"x402Version":1,"accepts":[{"amount":[${many('1e1', 30_000)}]}]}`,
      `{"x402Version":1,"accepts":[{"extra":{"expiry":"${'9'.repeat(130_000)}"}}]}`,
    ]
    const start = performance.now()
    for (const body of bodies) readChallenge(answer({ body }))
    const headers = { 'payment-required': many('YQ', 300_000) }
    readChallenge(answer({ headers }))
    expect(performance.now() - start).toBeLessThan(4_000)
  })
})
