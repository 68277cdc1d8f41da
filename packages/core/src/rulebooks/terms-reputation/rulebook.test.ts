import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isInputError } from '../../rulebook/input.js'
import { publicView } from './judge.js'
import { type TermsReputation, termsReputationOutput } from './output.js'
import { termsReputation } from './rulebook.js'

const NOW = '2026-11-30T12:00:00Z'
const USDC = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
const WALLET = '0x209693Bc6afc0C5328bA36FaF03C514EF312287C'
const OTHER = '0x000000000000000000000000000000000000bEEF'

type Row = Record<string, unknown>

function seen(at: string, changes: Row = {}): Row {
  return {
    at,
    status: 402,
    price_atomic: '1000',
    network: 'eip155:8453',
    asset: USDC,
    pay_to: WALLET,
    ...changes,
  }
}

const termless = (at: string) =>
  seen(at, { price_atomic: null, network: null, asset: null, pay_to: null })

function endpoint(observations: unknown, quality_code: unknown = null): Row {
  return { url: 'https://a.example/x', observations, quality_code }
}

const check = (at: string, verdict: string, url = 'https://a.example/x') => ({
  at,
  url,
  verdict,
})

const BASE = {
  now: NOW,
  host: 'https://a.example',
  observations_total: 20,
  first_seen: '2026-11-01T12:00:00Z',
  endpoints: [] as unknown,
  checks: [] as unknown,
}

function judge(changes: Row = {}): TermsReputation {
  const answer = termsReputation.judge({ ...BASE, ...changes })
  if (isInputError(answer)) throw new Error(answer.error.message)
  return answer
}

const component = (id: 'stability' | 'drift', observations: Row[]) =>
  judge({ endpoints: [endpoint(observations)] }).breakdown[id].value

describe('termsReputation', () => {
  test('default', () => {
    expect(
      judge({
        host: 'HTTPS://A.example:443',
        endpoints: [
          endpoint(
            [seen('2026-11-10T12:00:00Z'), seen('2026-11-20T12:00:00Z')],
            'quality_ok',
          ),
        ],
        checks: [check('2026-11-30T11:00:00+01:00', 'pay')],
      }),
    ).toEqual({
      rulebook: 'terms-reputation',
      version: '2026-10-15',
      host: 'https://a.example',
      score: 100,
      band: 'high',
      confidence: 'high',
      low_data: false,
      provisional_score: null,
      breakdown: {
        stability: { value: 1, weight: 25 },
        drift: { value: 1, weight: 20 },
        verdicts: { value: 1, weight: 30 },
        freshness: { value: 1, weight: 10 },
        quality: { value: 1, weight: 15 },
        cap_applied: false,
      },
      inputs: {
        endpoints: 1,
        observations_total: 20,
        first_seen: '2026-11-01T12:00:00Z',
        tracked_days: 29,
        newest_check_at: '2026-11-30T10:00:00Z',
        pay_30d: 1,
        skip_30d: 0,
        pairs: 1,
        penalty: 0,
      },
    })
  })

  test('behavior: nothing but now', () => {
    expect(termsReputation.judge({ now: NOW })).toEqual({
      rulebook: 'terms-reputation',
      version: '2026-10-15',
      host: null,
      score: null,
      band: 'insufficient_data',
      confidence: 'low',
      low_data: true,
      provisional_score: null,
      breakdown: {
        stability: { value: null, weight: 25 },
        drift: { value: null, weight: 20 },
        verdicts: { value: null, weight: 30 },
        freshness: { value: null, weight: 10 },
        quality: { value: null, weight: 15 },
        cap_applied: false,
      },
      inputs: {
        endpoints: 0,
        observations_total: null,
        first_seen: null,
        tracked_days: null,
        newest_check_at: null,
        pay_30d: 0,
        skip_30d: 0,
        pairs: 0,
        penalty: 0,
      },
    })
  })

  test.each([
    [{}, 'now'],
    [{ now: 'soon' }, 'now'],
    [{ ...BASE, host: 5 }, 'host'],
    [{ ...BASE, observations_total: '5' }, 'observations_total'],
    [{ ...BASE, first_seen: 5 }, 'first_seen'],
    [{ ...BASE, endpoints: {} }, 'endpoints'],
    [{ ...BASE, checks: 'none' }, 'checks'],
    [5, ''],
  ])('behavior: %j is an input error at %j', (input, path) => {
    expect(termsReputation.judge(input)).toEqual({
      error: { code: 'invalid_input', message: expect.any(String), path },
    })
  })

  test('behavior: the free view', () => {
    expect(publicView(judge())).toEqual({
      host: 'https://a.example',
      band: 'insufficient_data',
    })
  })
})

describe('termsReputation, stability', () => {
  test.each([
    ['one observation', [seen('2026-11-10T12:00:00Z')], 1],
    ['none with terms', [termless('2026-11-10T12:00:00Z')], null],
    ['zero span', [seen(NOW), seen(NOW, { price_atomic: '1' })], 1],
    [
      'changed halfway',
      [
        seen('2026-11-10T12:00:00Z'),
        seen('2026-11-20T12:00:00Z', { price_atomic: '1' }),
      ],
      0.5,
    ],
    [
      'changed at now',
      [seen('2026-11-10T12:00:00Z'), seen(NOW, { pay_to: OTHER })],
      0,
    ],
    [
      'termless ones do not reset it',
      [
        seen('2026-11-10T12:00:00Z'),
        termless('2026-11-20T12:00:00Z'),
        seen('2026-11-21T12:00:00Z'),
      ],
      1,
    ],
    [
      'fractions of a second count',
      [
        seen('2026-11-30T11:59:59.9991Z'),
        seen('2026-11-30T11:59:59.9997Z', { asset: 'x' }),
      ],
      0.333333,
    ],
    [
      'in any order, ties as given',
      [
        seen('2026-11-20T12:00:00Z', { price_atomic: '1' }),
        seen('2026-11-20T12:00:00Z'),
        seen('2026-11-10T12:00:00Z'),
      ],
      0.5,
    ],
    [
      'the current run alone',
      [
        seen('2026-11-10T12:00:00Z'),
        seen('2026-11-15T12:00:00Z', { price_atomic: '1' }),
        seen('2026-11-20T12:00:00Z'),
        seen('2026-11-25T12:00:00Z'),
      ],
      0.5,
    ],
  ])('behavior: %s', (_name, observations, value) => {
    expect(component('stability', observations)).toBe(value)
  })

  test('behavior: the mean over endpoints with terms', () => {
    const judged = judge({
      endpoints: [
        endpoint([seen('2026-11-10T12:00:00Z')]),
        endpoint([seen('2026-11-10T12:00:00Z'), seen(NOW, { network: 'x' })]),
        endpoint([]),
        endpoint(null),
        {},
      ],
    })
    expect(judged.breakdown.stability.value).toBe(0.5)
    expect(judged.inputs.endpoints).toBe(5)
  })

  test('behavior: the newest 30 observations count', () => {
    const minute = (i: number) =>
      `2026-11-30T11:${String(i).padStart(2, '0')}:00Z`
    const old = seen('2026-11-01T12:00:00Z', { pay_to: OTHER })
    const newer = (count: number) =>
      Array.from({ length: count }, (_, i) => seen(minute(i)))
    const later = seen('2026-11-30T12:00:01Z', { pay_to: OTHER })
    const pairs = (rows: Row[]) =>
      judge({ endpoints: [endpoint(rows)] }).inputs.pairs
    expect(component('drift', [old, ...newer(29), later])).toBe(0.931034)
    expect(component('drift', [old, ...newer(30), later])).toBe(1)
    expect(pairs([...newer(30)])).toBe(29)
    expect(pairs([...newer(31)])).toBe(29)
    // A termless one takes a place.
    expect(pairs([...newer(30), termless(NOW)])).toBe(28)
  })
})

describe('termsReputation, drift', () => {
  const at = (day: number) => `2026-11-${10 + day}T12:00:00Z`
  const pair = (changes: Row) => [seen(at(0)), seen(at(1), changes)]

  test.each([
    ['nothing', {}, 0, 1],
    ['price', { price_atomic: '1001' }, 0.5, 0],
    ['pay_to', { pay_to: OTHER }, 1, 0],
    ['network', { network: 'eip155:1' }, 1, 0],
    ['asset', { asset: OTHER }, 1, 0],
    ['price and pay_to', { pay_to: OTHER, price_atomic: '1' }, 1, 0],
    [
      'another case of EVM addresses',
      { pay_to: WALLET.toLowerCase(), asset: USDC.toLowerCase() },
      0,
      1,
    ],
    ['another name of the network', { network: 'base' }, 0, 1],
    ['leading zeros', { price_atomic: '01000' }, 0, 1],
  ])('behavior: %s', (_name, changes, penalty, value) => {
    const judged = judge({ endpoints: [endpoint(pair(changes))] })
    expect(judged.inputs).toMatchObject({ pairs: 1, penalty })
    expect(judged.breakdown.drift.value).toBe(value)
  })

  test('behavior: one pair has no data, more share the penalty', () => {
    expect(component('drift', [seen(at(0))])).toBeNull()
    const rows = [
      ...[0, 1, 2].map((day) => seen(at(day))),
      seen(at(3), { price_atomic: '7' }),
    ]
    expect(component('drift', rows)).toBe(0.666667)
  })

  test('behavior: over the pairs of every endpoint, not across them', () => {
    const judged = judge({
      endpoints: [
        endpoint(pair({ pay_to: OTHER })),
        endpoint([seen(at(0)), seen(at(1)), seen(at(2)), seen(at(3))]),
      ],
    })
    expect(judged.inputs).toMatchObject({ pairs: 4, penalty: 1 })
    expect(judged.breakdown.drift.value).toBe(0.5)
  })

  test.each([
    ['a time that is none', { at: 'soon' }],
    ['no time', { at: null }],
    ['an amount that is none', { price_atomic: '0.01' }],
    ['an amount of another type', { price_atomic: 1000 }],
    ['a network of another type', { network: 5 }],
  ])('behavior: a row with %s is left out', (_name, changes) => {
    const rows = [seen(at(0)), seen(at(1), changes), 5, seen(at(2))]
    const judged = judge({ endpoints: [endpoint(rows)] })
    expect(judged.inputs.pairs).toBe(1)
  })

  test.each(['price_atomic', 'network', 'asset', 'pay_to'])(
    'behavior: without %s there are no terms',
    (field) => {
      const rows = [seen(at(0)), seen(at(1), { [field]: null }), seen(at(2))]
      expect(judge({ endpoints: [endpoint(rows)] }).inputs.pairs).toBe(1)
    },
  )
})

describe('termsReputation, verdicts and freshness', () => {
  const verdicts = (checks: unknown[]) => judge({ checks }).breakdown.verdicts
  const freshness = (at: string) =>
    judge({ checks: [check(at, 'recheck')] }).breakdown.freshness.value

  test.each([
    ['none', [], null],
    ['recheck says nothing', [check(NOW, 'recheck')], null],
    ['all pay', [check(NOW, 'pay')], 1],
    ['all skip', [check(NOW, 'skip')], 0],
    [
      'half, and half agree',
      [check('2026-11-29T12:00:00Z', 'pay'), check(NOW, 'skip')],
      0.375,
    ],
    [
      'urls apart',
      [check('2026-11-29T12:00:00Z', 'pay'), check(NOW, 'skip', 'y')],
      0.5,
    ],
    [
      'a tie goes to the later row',
      [check(NOW, 'skip'), check(NOW, 'pay'), check(NOW, 'pay', 'y')],
      0.555556,
    ],
    [
      'a later recheck is not the newest verdict',
      [check('2026-11-29T12:00:00Z', 'pay'), check(NOW, 'recheck')],
      1,
    ],
    [
      'the window opens after 30 days',
      [check('2026-10-31T12:00:00Z', 'pay')],
      null,
    ],
    [
      'the window holds a step later',
      [check('2026-10-31T12:00:00.001Z', 'pay')],
      1,
    ],
    ['after now', [check('2026-11-30T12:00:00.001Z', 'pay')], null],
    [
      'unreadable rows',
      [{ ...check(NOW, 'maybe') }, { at: NOW, url: 5, verdict: 'pay' }, 5],
      null,
    ],
    ['a check without a url', [{ at: NOW, verdict: 'pay' }], 1],
  ])('behavior: %s', (_name, checks, value) => {
    expect(verdicts(checks).value).toBe(value)
  })

  test.each([
    [NOW, 1],
    ['2026-11-29T12:00:00.001Z', 1],
    ['2026-11-29T12:00:00Z', 1],
    ['2026-11-29T11:00:00Z', 0.996795],
    ['2026-11-23T00:00:00Z', 0.5],
    ['2026-11-16T13:00:00Z', 0.003205],
    ['2026-11-16T12:00:00Z', 0],
    ['2026-11-01T12:00:00Z', 0],
    ['2026-11-30T12:00:01Z', null],
  ])('behavior: newest check at %s is worth %s', (at, value) => {
    expect(freshness(at)).toBe(value)
  })

  test('behavior: the newest check in any order', () => {
    const days = ['20', '28', '10'].map((day) =>
      check(`2026-11-${day}T12:00:00Z`, 'pay'),
    )
    expect(judge({ checks: days }).inputs).toMatchObject({
      newest_check_at: '2026-11-28T12:00:00Z',
      pay_30d: 3,
      skip_30d: 0,
    })
  })
})

describe('termsReputation, quality', () => {
  test.each([
    [['quality_ok'], 1],
    [['quality_unverified'], 0.7],
    [['quality_bad_content_type'], 0.4],
    [['quality_schema_mismatch'], 0.3],
    [['quality_bad_status'], 0.2],
    [['quality_unreachable'], 0],
    [['quality_ok', 'quality_unverified', 'quality_bad_status'], 0.633333],
    [['quality_ok', null, 'quality_fine', 'toString'], 1],
    [[null, 'quality_fine'], null],
  ])('behavior: %j: %s', (codes, value) => {
    const endpoints = codes.map((code) => endpoint([], code))
    expect(judge({ endpoints }).breakdown.quality.value).toBe(value)
  })

  test('behavior: unreadable endpoints do not count', () => {
    const endpoints = [
      endpoint([], 'quality_ok'),
      endpoint({}, 'quality_unreachable'),
      endpoint([], 1),
      { ...endpoint([], 'quality_unreachable'), url: 5 },
      null,
      5,
    ]
    const judged = judge({ endpoints })
    expect(judged.inputs.endpoints).toBe(1)
    expect(judged.breakdown.quality.value).toBe(1)
  })
})

describe('termsReputation, score', () => {
  const many = (pay: number, skip: number) => [
    ...Array.from({ length: pay }, (_, i) => check(NOW, 'pay', `p${i}`)),
    ...Array.from({ length: skip }, (_, i) => check(NOW, 'skip', `s${i}`)),
  ]
  const good = [
    endpoint(
      [seen('2026-11-10T12:00:00Z'), seen('2026-11-11T12:00:00Z')],
      'quality_ok',
    ),
  ]

  test.each([
    ['four skips are too few', 0, 4, 70, false],
    ['five skips', 0, 5, 49, true],
    ['a share of 0.2', 1, 4, 76, false],
    ['a share below 0.2', 1, 5, 49, true],
  ])('behavior: cap, %s', (_name, pay, skip, score, cap_applied) => {
    const judged = judge({ endpoints: good, checks: many(pay, skip) })
    expect(judged.score).toBe(score)
    expect(judged.breakdown.cap_applied).toBe(cap_applied)
    const provisional = judge({
      endpoints: good,
      checks: many(pay, skip),
      observations_total: 4,
    })
    expect(provisional).toMatchObject({
      score: null,
      provisional_score: score,
      breakdown: { cap_applied },
    })
  })

  test('behavior: the cap does not raise a score', () => {
    const judged = judge({ checks: many(0, 5) })
    expect([judged.score, judged.breakdown.cap_applied]).toEqual([25, true])
  })

  test.each([
    // freshness 10 of 10, quality 15·value: halves are rounded up exactly.
    ['quality_unverified', 82, 'high'],
    ['quality_bad_content_type', 64, 'medium'],
    ['quality_bad_status', 52, 'medium'],
    ['quality_unreachable', 40, 'low'],
  ])('behavior: %s with a fresh check: %d, %s', (code, score, band) => {
    const judged = judge({
      endpoints: [endpoint([], code)],
      checks: [check(NOW, 'recheck')],
    })
    expect([judged.score, judged.band]).toEqual([score, band])
  })

  test.each([
    // Only freshness has data: 1 − (age − 24)/312 in seconds of 1 123 200.
    ['2026-11-26T05:54:00Z', 75, 'high'],
    ['2026-11-26T04:19:11Z', 74, 'medium'],
    ['2026-11-22T22:26:24Z', 50, 'medium'],
    ['2026-11-22T22:26:23Z', 49, 'low'],
  ])('behavior: bands, newest check at %s: %d, %s', (at, score, band) => {
    const judged = judge({ checks: [check(at, 'recheck')] })
    expect([judged.score, judged.band]).toEqual([score, band])
  })

  test.each([
    ['4 observations', { observations_total: 4 }, true],
    ['5 observations', { observations_total: 5 }, false],
    ['a count that is none', { observations_total: 5.5 }, true],
    ['a negative count', { observations_total: -1 }, true],
    ['first seen 48 h ago', { first_seen: '2026-11-28T12:00:00Z' }, false],
    ['a step later', { first_seen: '2026-11-28T12:00:00.0001Z' }, true],
    ['first seen unknown', { first_seen: null }, true],
    ['first seen unreadable', { first_seen: 'long ago' }, true],
    ['first seen after now', { first_seen: '2026-11-30T12:00:01Z' }, true],
    ['no component', { checks: [] }, true],
  ])('behavior: %s', (_name, changes, low_data) => {
    const judged = judge({ checks: [check(NOW, 'pay')], ...changes })
    expect(judged.low_data).toBe(low_data)
    expect(judged.band === 'insufficient_data').toBe(low_data)
    expect(judged.score).toBe(low_data ? null : 100)
  })

  const quality = { endpoints: [endpoint([], 'quality_ok')] }
  test.each([
    ['20, 14 days, quality', 20, '2026-11-16T12:00:00Z', quality, 'high'],
    ['19 observations', 19, '2026-11-16T12:00:00Z', quality, 'medium'],
    ['under 14 days', 20, '2026-11-16T12:00:00.001Z', quality, 'medium'],
    ['no quality', 20, '2026-11-16T12:00:00Z', {}, 'medium'],
    ['10, 5 days', 10, '2026-11-25T12:00:00Z', {}, 'medium'],
    ['9 observations', 9, '2026-11-25T12:00:00Z', quality, 'low'],
    ['under 5 days', 10, '2026-11-25T12:00:00.001Z', quality, 'low'],
    ['unknown days', 20, null, quality, 'low'],
    ['unknown observations', null, '2026-11-16T12:00:00Z', quality, 'low'],
  ])('behavior: confidence, %s', (_name, total, first_seen, rest, expected) => {
    const judged = judge({ observations_total: total, first_seen, ...rest })
    expect(judged.confidence).toBe(expected)
  })

  test.each([
    ['2026-11-30T10:48:00Z', 0.1],
    ['2026-11-30T10:48:00.001Z', 0],
    ['2026-11-29T12:00:00Z', 1],
  ])('behavior: tracked since %s', (first_seen, days) => {
    expect(judge({ first_seen }).inputs.tracked_days).toBe(days)
  })
})

describe('termsReputation, any input', () => {
  const at = fc.constantFrom(
    ...['2026-11-01T00:00:00Z', '2026-11-10T12:00:00.123456Z', NOW],
    ...['2026-11-29T12:00:00Z', '2026-12-01T00:00:00Z', 'soon'],
  )
  const observation = fc.record({
    at,
    price_atomic: fc.constantFrom('1', '01', '2', null, 'x'),
    network: fc.constantFrom('base', 'eip155:8453', 'eip155:1', null),
    asset: fc.constantFrom(USDC, null),
    pay_to: fc.constantFrom(WALLET, WALLET.toLowerCase(), OTHER),
  })
  const input = fc.record({
    now: fc.constant(NOW),
    host: fc.oneof(fc.string(), fc.webUrl()),
    observations_total: fc.nat(40),
    first_seen: at,
    endpoints: fc.array(
      fc.record({
        url: fc.string(),
        observations: fc.array(observation, { maxLength: 40 }),
        quality_code: fc.constantFrom('quality_ok', 'quality_bad_status', null),
      }),
      { maxLength: 6 },
    ),
    checks: fc.array(
      fc.record({
        at,
        url: fc.constantFrom('x', 'y'),
        verdict: fc.constantFrom('pay', 'skip', 'recheck', 'maybe'),
      }),
    ),
  })

  test('behavior: total on any JSON', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (json) => {
        expect(isInputError(termsReputation.judge(json))).toBe(true)
      }),
    )
    const mutated = fc.dictionary(
      fc.constantFrom(...Object.keys(BASE), '__proto__'),
      fc.jsonValue(),
    )
    fc.assert(
      fc.property(mutated, (changes) => {
        const answer = termsReputation.judge({ ...BASE, ...changes })
        expect(answer).toEqual(termsReputation.judge({ ...BASE, ...changes }))
      }),
    )
  })

  test('behavior: keeps its schema, its ranges and the order of endpoints', () => {
    fc.assert(
      fc.property(input, (given) => {
        const judged = termsReputation.judge(given) as TermsReputation
        expect(termsReputationOutput.parse(judged)).toEqual(judged)
        const score = judged.score ?? judged.provisional_score ?? 0
        expect(score >= 0 && score <= 100).toBe(true)
        const reversed = { ...given, endpoints: given.endpoints.toReversed() }
        expect(termsReputation.judge(reversed)).toEqual(judged)
      }),
    )
  })
})
