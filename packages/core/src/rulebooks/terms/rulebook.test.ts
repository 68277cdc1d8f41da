import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { JsonObject, JsonValue } from '../../json/value.js'
import { readChallenge } from '../../x402/challenge.js'
import {
  answer,
  entry,
  OTHER_SELLER,
  SELLER,
  USDC_ON_BASE,
} from '../../x402/testing/challenge-samples.js'
import { judgeTermsRead, terms } from './rulebook.js'
import { judge, NOW, termsInput } from './testing/terms-input.js'

describe('terms', () => {
  test('default', () => {
    expect(judge()).toEqual({
      rulebook: 'terms',
      version: '2026-10-15',
      verdict: 'pay',
      reason_code: 'price_ok',
      reason: 'The live terms ask 0.01 USD; expected: 0.01 USD.',
      confidence: 'high',
      quoted_price_usd: '0.01',
      network: 'eip155:8453',
      asset: USDC_ON_BASE,
      pay_to: SELLER,
      expected_source: 'listing',
      payment: {
        scheme: 'exact',
        network: 'eip155:8453',
        asset: USDC_ON_BASE,
        amount: { atomic: '10000', usd: '0.01' },
        pay_to: SELLER,
        deadline: '2026-11-30T12:01:00Z',
        deadline_source: 'maxTimeoutSeconds',
      },
      payment_terms_sha256:
        '680f87ccbad4b20d7afe26edf88997fd45b62596c94881a8a0b07cadc366b33b',
      history: {
        stable_for_days: 0,
        stable_since: NOW,
        last_changed: null,
        drift: false,
      },
      quality: {
        code: 'quality_unverified',
        checks: {
          reachable: true,
          http_status: 402,
          status_is_402: true,
          content_type: null,
          content_type_ok: true,
          body_bytes: 2,
          schema_declared: false,
          schema_source: null,
          schema_match: null,
        },
      },
      offers: [
        {
          index: 0,
          source: 'header',
          version: 2,
          scheme: 'exact',
          network: 'eip155:8453',
          asset: USDC_ON_BASE,
          pay_to: SELLER,
          amount: '10000',
          max_timeout_seconds: 60,
          usable: true,
          defects: [],
        },
      ],
      defects: [],
    })
  })

  test.each<[unknown, string | null]>([
    [undefined, null],
    [null, null],
    [{}, null],
    [{ source: 'listing' }, null],
    [{ price_usd: '1' }, 'request'],
    [{ pay_to: SELLER, source: null }, 'request'],
    [{ network: 'base', source: 'listing' }, 'listing'],
  ])('behavior: source of %j', (expected, source) => {
    expect(judge({ expected }).expected_source).toBe(source)
  })

  test('behavior: a skip has no payment', () => {
    expect(judge({ accepts: [] })).toMatchObject({
      payment: null,
      payment_terms_sha256: null,
    })
  })

  test('behavior: what came with no response is not read', () => {
    expect(judge({ probe: { outcome: 'timeout' } })).toMatchObject({
      offers: [],
      defects: [],
      quality: { code: 'quality_unreachable' },
      history: { stable_since: null },
    })
  })

  test('behavior: the first usable entry carries the history of a skip', () => {
    const accepts = [entry({ amount: '0' }), entry({ network: 'eip155:84532' })]
    expect(judge({ accepts }).history.stable_since).toBe(NOW)
  })

  test('behavior: total on any JSON', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (given) => {
        expect(terms.judge(given)).toMatchObject({ error: {} })
      }),
    )
  })

  test('behavior: total and deterministic on mutated input', () => {
    const wild = fc.jsonValue() as fc.Arbitrary<JsonValue>
    const changes = fc.record({
      accepts: fc.oneof(wild, fc.array(changedEntry())),
      expected: fc.oneof(
        wild,
        fc.record({ price_usd: fc.constantFrom('0.01', 0.02), pay_to: wild }),
      ),
      options: fc.oneof(wild, fc.record({ check_expiry: fc.boolean() })),
      history: wild,
    })
    fc.assert(
      fc.property(changes, (given) => {
        const output = terms.judge(termsInput(given))
        expect(terms.judge(termsInput(given))).toEqual(output)
        if (!('error' in output)) terms.output.parse(output)
      }),
    )
  })

  test('behavior: an entry the buyer cannot use decides nothing', () => {
    fc.assert(
      fc.property(changedEntry(), (other) => {
        const unusable = { ...other, scheme: 'upto' }
        const { offers: _, ...alone } = judge()
        const { offers, ...beside } = judge({ accepts: [unusable, entry()] })
        expect(beside).toEqual(alone)
        expect(offers).toHaveLength(2)
      }),
    )
  })
})

function changedEntry(): fc.Arbitrary<JsonObject> {
  const value = fc.oneof(
    fc.constantFrom(
      'base',
      '1',
      '10000',
      SELLER,
      OTHER_SELLER,
      USDC_ON_BASE,
      5,
      Number.MAX_VALUE,
    ),
    fc.jsonValue() as fc.Arbitrary<JsonValue>,
  )
  const names = [
    'network',
    'amount',
    'asset',
    'payTo',
    'maxTimeoutSeconds',
    'extra',
  ]
  return fc
    .tuple(fc.constantFrom(...names), value)
    .map(([name, changed]) => entry({ [name]: changed }))
}

describe('judgeTermsRead', () => {
  test('default', () => {
    const given = termsInput()
    const { headers } = given.probe
    const challenge = readChallenge(answer({ headers }))
    expect(judgeTermsRead(given, challenge)).toEqual(terms.judge(given))
  })

  test('error: a broken input', () => {
    expect(judgeTermsRead({}, readChallenge(answer()))).toMatchObject({
      error: { path: 'now' },
    })
  })
})
