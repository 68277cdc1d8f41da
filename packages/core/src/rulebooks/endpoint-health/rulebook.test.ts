import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { describeRulebook } from '../../rulebook/describe.js'
import { endpointHealth } from './rulebook.js'
import { ago, input, judged, NOW, valid } from './testing/judged.js'

describe('endpointHealth', () => {
  test('default', () => {
    expect(judged()).toEqual({
      rulebook: 'endpoint-health',
      version: '1',
      url: 'https://api.seller.example/x',
      method: 'GET',
      score: 100,
      possible_range: [100, 100],
      components: {
        availability: {
          points: 40,
          max: 40,
          status: 'known',
          detail: '1 of 1 usable samples answered as advertised.',
        },
        challenge: {
          points: 25,
          max: 25,
          status: 'known',
          detail: 'The newest usable sample is a valid 402 challenge.',
        },
        price: {
          points: 10,
          max: 10,
          status: 'known',
          detail: '1000 atomic USDC against a median of 1000 over 3 hosts.',
        },
        domain_age: {
          points: 10,
          max: 10,
          status: 'known',
          detail: 'seller.example was registered 2525 days ago.',
        },
        sanctions: {
          points: 15,
          max: 15,
          status: 'known',
          detail:
            'No match of 1 addresses in the list published at 2026-11-29T00:00:00Z.',
        },
      },
      usable_samples: 1,
      successful_samples: 1,
      unsampled_slots: 27,
      category: 'Search',
      observed_at: '2026-11-30T11:00:00Z',
      assessment: 'All five components are known.',
    })
  })

  test('behavior: nothing known is neither a penalty nor a claim', () => {
    const unknown = (max: number) => ({
      points: null,
      max,
      status: 'unknown',
      detail: expect.any(String),
    })
    expect(endpointHealth.judge({ now: NOW })).toEqual({
      rulebook: 'endpoint-health',
      version: '1',
      url: null,
      method: 'GET',
      score: null,
      possible_range: [0, 100],
      components: {
        availability: unknown(40),
        challenge: unknown(25),
        price: unknown(10),
        domain_age: unknown(10),
        sanctions: unknown(15),
      },
      usable_samples: 0,
      successful_samples: 0,
      unsampled_slots: 28,
      category: 'Uncategorized',
      observed_at: null,
      assessment: expect.any(String),
    })
  })

  test('behavior: a match forces a published zero', () => {
    const sanctions = {
      fetched_at: ago(2),
      addresses_checked: 2,
      matches: [{}],
    }
    const answer = judged({ sanctions, observations: [] })
    expect([answer.score, answer.possible_range, answer.assessment]).toEqual([
      0,
      [0, 0],
      'A paid address matches a sanctions list: verify this before acting.',
    ])
    expect(answer.components.sanctions.detail).toBe(
      '1 matches in the list published at an unknown time.',
    )
  })

  test('behavior: only the total is rounded, half up', () => {
    const fail = { result: 'timeout' }
    const observations = (good: number, bad: number) => [
      ...Array.from({ length: good }, (_, i) => ({
        at: ago(1 + 6 * i),
        ...valid,
      })),
      ...Array.from({ length: bad }, (_, i) => ({
        at: ago(1 + 6 * (good + i)),
        ...fail,
      })),
    ]
    const third = judged({ observations: observations(1, 2) })
    expect([third.components.availability.points, third.score]).toEqual([
      13.3333, 73,
    ])
    // 40 · 11/16 = 27.5
    const half = judged({ observations: observations(11, 5) })
    expect([half.components.availability.points, half.score]).toEqual([
      27.5, 88,
    ])
    const open = judged({
      observations: observations(11, 5),
      quote_atomic: null,
    })
    expect([open.score, open.possible_range]).toEqual([null, [78, 88]])
  })

  test.each([
    ['now', { now: null }],
    ['now', { now: '2026-11-30T12:00:00' }],
    ['url', { url: 1 }],
    ['advertised_method', { advertised_method: [] }],
    ['observations', { observations: 'none' }],
    ['quote_atomic', { quote_atomic: 1000 }],
    ['tags', { tags: 'AI' }],
    ['category_quotes', { category_quotes: {} }],
    ['registration', { registration: 'known' }],
    ['registration.status', { registration: { status: 'maybe' } }],
    ['registration.registered_at', { registration: { registered_at: 5 } }],
    ['sanctions', { sanctions: [] }],
    ['sanctions.addresses_checked', { sanctions: { addresses_checked: '1' } }],
    ['sanctions.matches', { sanctions: { matches: {} } }],
  ])('behavior: a bad %s is an input error', (path, over) => {
    expect(endpointHealth.judge(input(over))).toEqual({
      error: { code: 'invalid_input', message: expect.any(String), path },
    })
  })

  test('behavior: total and deterministic on any JSON', () => {
    const odd = fc.jsonValue()
    const wide = fc.record(
      {
        url: fc.oneof(fc.webUrl(), fc.string()),
        observations: fc.array(odd),
        category_quotes: fc.array(odd),
        quote_atomic: odd,
        registration: odd,
        sanctions: fc.record({
          matches: fc.array(odd),
          addresses_checked: odd,
        }),
        tags: fc.array(odd),
      },
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(fc.oneof(odd, wide.map(input)), (json) => {
        const text = JSON.stringify(endpointHealth.judge(json))
        expect(JSON.stringify(endpointHealth.judge(json))).toBe(text)
        const answer = JSON.parse(text)
        if (!('error' in answer)) endpointHealth.output.parse(answer)
      }),
    )
  })

  test('behavior: the order of rows means nothing, and a score lies in its range', () => {
    const row = fc.record({
      at: fc
        .uniqueArray(fc.nat(180), { minLength: 1, maxLength: 1 })
        .map(([h = 0]) => ago(h)),
      result: fc.constantFrom(
        'response',
        'timeout',
        'robots_blocked',
        'not_sampled',
      ),
      status: fc.constantFrom(200, 402, 404, 405, 600),
      challenge: fc.constantFrom('valid', 'none'),
    })
    const list = fc.uniqueArray(row, {
      selector: ({ at }) => at,
      maxLength: 40,
    })
    const shuffled = list.chain((rows) =>
      fc.tuple(
        fc.constant(rows),
        fc.shuffledSubarray(rows, { minLength: rows.length }),
      ),
    )
    fc.assert(
      fc.property(shuffled, fc.boolean(), ([observations, other], known) => {
        const over = known ? {} : { sanctions: null }
        const answer = judged({ ...over, observations })
        expect(judged({ ...over, observations: other })).toEqual(answer)
        const [low, high] = answer.possible_range
        expect(low).toBeLessThanOrEqual(high)
        if (answer.score !== null)
          expect([low, high]).toEqual([answer.score, answer.score])
        expect(
          answer.usable_samples + answer.unsampled_slots,
        ).toBeLessThanOrEqual(28)
      }),
    )
  })

  test('behavior: its description is JSON', () => {
    const described = describeRulebook(endpointHealth)
    expect(JSON.parse(JSON.stringify(described))).toEqual(described)
  })
})
