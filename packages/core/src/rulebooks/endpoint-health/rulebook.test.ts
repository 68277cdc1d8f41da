import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { describeRulebook } from '../../rulebook/describe.js'
import { isInputError } from '../../rulebook/input.js'
import {
  addMs,
  formatInstant,
  type Instant,
  parseInstant,
} from '../../time/instant.js'
import type { EndpointHealthOutput } from './output.js'
import { endpointHealth } from './rulebook.js'

type Json = Record<string, unknown>

const NOW = '2026-11-30T12:00:00Z'
const HOUR = 3_600_000

/** `NOW` less so many hours, as text. */
function ago(hours: number): string {
  return formatInstant(addMs(parseInstant(NOW) as Instant, -hours * HOUR))
}

const valid = { result: 'response', status: 402, challenge: 'valid' }
const quotes = ['a', 'b', 'c'].map((name) => ({
  host: `${name}.example`,
  price_atomic: '1000',
}))

function input(over: Json = {}): Json {
  return {
    now: NOW,
    url: 'https://api.seller.example/x',
    advertised_method: 'GET',
    observations: [{ at: ago(1), ...valid }],
    quote_atomic: '1000',
    tags: ['Search'],
    category_quotes: quotes,
    registration: { status: 'known', registered_at: '2020-01-01T00:00:00Z' },
    sanctions: {
      list_published_at: '2026-11-29T00:00:00Z',
      fetched_at: ago(2),
      addresses_checked: 1,
      matches: [],
    },
    ...over,
  }
}

function judged(over: Json = {}): EndpointHealthOutput {
  const answer = endpointHealth.judge(input(over))
  if (isInputError(answer)) throw new Error(answer.error.message)
  return answer
}

const points = (over: Json) => {
  const { components } = judged(over)
  return Object.fromEntries(
    Object.entries(components).map(([id, { points }]) => [id, points]),
  )
}

/** One observation with these fields an hour ago, seen as GET and as POST. */
function seen(observation: Json) {
  return ['get', 'post'].map((advertised_method) => {
    const observations = [{ at: ago(1), ...observation }]
    const answer = judged({ observations, advertised_method })
    if (answer.unsampled_slots === 28) return 'left out'
    if (answer.usable_samples === 0) return 'unknown'
    return answer.successful_samples === 1 ? 'success' : 'failure'
  })
}

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

describe('observations', () => {
  const response = (status: unknown, challenge?: unknown) => ({
    result: 'response',
    status,
    challenge,
  })
  test.each([
    ['robots_blocked', { result: 'robots_blocked' }, ['unknown', 'unknown']],
    ['a valid 402', valid, ['success', 'success']],
    ['an invalid 402', response(402, 'invalid'), ['failure', 'failure']],
    ['a 402 without challenge', response(402, 'none'), ['failure', 'failure']],
    ['an absent challenge', response(402, null), ['failure', 'failure']],
    ['199', response(199), ['unknown', 'unknown']],
    ['200', response(200), ['success', 'unknown']],
    ['200 with a challenge', response(200, 'valid'), ['success', 'unknown']],
    ['299', response(299), ['success', 'unknown']],
    ['300', response(300), ['failure', 'unknown']],
    ['404', response(404), ['failure', 'unknown']],
    ['405', response(405), ['unknown', 'unknown']],
    ['429', response(429), ['unknown', 'unknown']],
    ['501', response(501), ['unknown', 'unknown']],
    ['500', response(500), ['failure', 'unknown']],
    ['599', response(599), ['failure', 'unknown']],
    ['600', response(600), ['unknown', 'unknown']],
    ['no status', response(undefined), ['unknown', 'unknown']],
    ['a broken status', response(200.5), ['unknown', 'unknown']],
    ['a status as text', response('402'), ['left out', 'left out']],
    ['network_error', { result: 'network_error' }, ['failure', 'failure']],
    ['timeout', { result: 'timeout' }, ['failure', 'failure']],
    ['not_sampled', { result: 'not_sampled' }, ['left out', 'left out']],
    ['another result', { result: 'crashed' }, ['left out', 'left out']],
    ['another challenge', response(402, 'maybe'), ['left out', 'left out']],
    ['an unreadable time', { ...valid, at: 'noon' }, ['left out', 'left out']],
    ['a later time', { ...valid, at: ago(-0.001) }, ['left out', 'left out']],
  ])('behavior: %s', (_, observation, expected) => {
    expect(seen(observation)).toEqual(expected)
  })

  test.each([
    ['seven days ago', '2026-11-23T12:00:00Z', 28],
    ['a moment later', '2026-11-23T12:00:00.0001Z', 27],
    ['now', NOW, 27],
    ['a moment after now', '2026-11-30T12:00:00.0001Z', 28],
  ])('behavior: the window, %s', (_, at, unsampled_slots) => {
    const answer = judged({ observations: [{ at, ...valid }, 'x'] })
    expect(answer.unsampled_slots).toBe(unsampled_slots)
  })

  test('behavior: the earliest in a slot counts, the first of two equal ones', () => {
    const at = (time: string, row: Json) => ({
      at: `2026-11-30T${time}Z`,
      ...row,
    })
    const count = (...observations: Json[]) =>
      judged({ observations }).successful_samples
    const bad = { result: 'timeout' }
    expect(count(at('06:00:01', bad), at('06:00:00', valid))).toBe(1)
    expect(count(at('06:00:00', valid), at('06:00:01', bad))).toBe(1)
    expect(count(at('06:00:00', valid), at('06:00:00', bad))).toBe(1)
    expect(count(at('06:00:00', bad), at('06:00:00', valid))).toBe(0)
    expect(count(at('05:59:59', valid), at('06:00:00', valid))).toBe(2)
    expect(
      count(at('06:00:00', { result: 'not_sampled' }), at('06:00:01', valid)),
    ).toBe(1)
  })

  test('behavior: a week touches 29 slots, the newest 28 that hold one count', () => {
    const now = '2026-11-30T15:00:00Z'
    const hours = Array.from({ length: 29 }, (_, i) => 2 - 6 * i)
    const all = hours.map((h) => ({ at: ago(-h), ...valid }))
    const oldest = { at: '2026-11-23T15:00:01Z', result: 'timeout' }
    const rows = [...all.slice(0, 28), oldest]
    const full = judged({ now, observations: rows })
    expect([
      full.usable_samples,
      full.successful_samples,
      full.unsampled_slots,
    ]).toEqual([28, 28, 0])
    const gap = judged({ now, observations: rows.slice(1) })
    expect([
      gap.usable_samples,
      gap.successful_samples,
      gap.unsampled_slots,
    ]).toEqual([28, 27, 0])
  })

  test.each([
    ['26 hours old', [{ at: ago(26), ...valid }], 25],
    ['a second older', [{ at: '2026-11-29T09:59:59Z', ...valid }], null],
    [
      'a failure',
      [
        { at: ago(1), result: 'timeout' },
        { at: ago(7), ...valid },
      ],
      0,
    ],
    [
      'a 2xx',
      [
        { at: ago(1), result: 'response', status: 200 },
        { at: ago(7), ...valid },
      ],
      null,
    ],
    [
      'unusable ones are passed over',
      [
        { at: ago(1), result: 'robots_blocked' },
        { at: ago(7), ...valid },
      ],
      25,
    ],
    ['none', [], null],
  ])(
    'behavior: challenge by the newest usable, %s',
    (_, observations, expected) => {
      expect(points({ observations })['challenge']).toBe(expected)
    },
  )
})

describe('price', () => {
  const of = (quote_atomic: unknown, ...prices: unknown[]) =>
    points({
      quote_atomic,
      category_quotes: prices.map((price_atomic, i) => ({
        host: `${i}.example`,
        price_atomic,
      })),
    })['price']
  test('behavior: steps at one, two and five times the median', () => {
    const market = ['1', '1000', '9000']
    expect(
      ['1000', '1001', '2000', '2001', '5000', '5001'].map((quote) =>
        of(quote, ...market),
      ),
    ).toEqual([10, 8, 8, 4, 4, 0])
    // The median of 1000 and 1001 is not rounded.
    expect(
      ['1000', '1001', '2001', '2002'].map((quote) =>
        of(quote, '1', '1000', '1001', '9000'),
      ),
    ).toEqual([10, 8, 8, 4])
  })

  test('behavior: a median of zero', () => {
    expect([of('0', '0', '0', '0'), of('1', '0', '0', '0')]).toEqual([10, 0])
  })

  test('behavior: unknown without a quote or three hosts', () => {
    expect(of(null, '1', '1', '1')).toBeNull()
    expect(of('1.5', '1', '1', '1')).toBeNull()
    expect(of('1', '1', '1')).toBeNull()
    expect(of('1', '1', '1', 1)).toBeNull()
    expect(points({ category_quotes: undefined })['price']).toBeNull()
    const spellings = ['a.example', 'A.example', 'b.example', 5]
    expect(
      points({
        category_quotes: [
          ...spellings.map((host) => ({ host, price_atomic: '1' })),
          'x',
        ],
      })['price'],
    ).toBeNull()
  })

  test('behavior: one host has one vote, its own median', () => {
    const rows = (host: string, ...prices: string[]) =>
      prices.map((price_atomic) => ({ host, price_atomic }))
    const category_quotes = [
      ...rows('a.example', '1', '1', '1', '1', '1'),
      ...rows('b.example', '1000', '1003'),
      ...rows('__proto__', '2000'),
    ]
    const quoted = (quote_atomic: string) =>
      points({ quote_atomic, category_quotes })['price']
    expect([
      quoted('1001'),
      quoted('1002'),
      quoted('2003'),
      quoted('2004'),
    ]).toEqual([10, 8, 8, 4])
  })
})

describe('domain_age', () => {
  const registered = (registered_at: unknown, status: unknown = 'known') =>
    points({ registration: { status, registered_at } })['domain_age']
  test.each([
    ['2025-11-30T12:00:00Z', 10],
    ['2025-11-30T12:00:01Z', 7],
    ['2026-09-01T12:00:00Z', 7],
    ['2026-09-01T12:00:00.000001Z', 4],
    ['2026-10-31T12:00:00Z', 4],
    ['2026-10-31T12:00:01Z', 0],
    [NOW, 0],
    ['2026-11-30T12:00:01Z', null],
    ['long ago', null],
    [null, null],
  ])('behavior: registered at %s', (at, expected) => {
    expect(registered(at)).toBe(expected)
  })

  test('behavior: a status that is not known', () => {
    expect(registered('2020-01-01T00:00:00Z', 'unknown')).toBeNull()
    expect(registered('2020-01-01T00:00:00Z', null)).toBeNull()
    expect(points({ registration: null })['domain_age']).toBeNull()
  })

  test.each([
    ['https://SELLER.example./x', 10],
    ['https://shop.co.uk/', 10],
    ['https://münchen.example/', 10],
    ['https://me.github.io/x', null],
    ['https://github.io/', null],
    ['https://a.b.vercel.app', null],
    ['https://203.0.113.9/', null],
    ['https://0x7f.1/', null],
    ['https://[2001:db8::1]/', null],
    ['https://localhost/', null],
    ['https://co.uk/', null],
    ['https://a..example/', null],
    ['https://.seller.example/', null],
    ['data:text/plain,x', null],
    ['not a url', null],
    [null, null],
  ])('behavior: the host of %s', (url, expected) => {
    expect(points({ url })['domain_age']).toBe(expected)
  })
})

describe('sanctions', () => {
  const screened = (over: Json) =>
    points({
      sanctions: {
        fetched_at: ago(2),
        addresses_checked: 1,
        matches: [],
        ...over,
      },
    })['sanctions']
  test.each([
    ['fetched 26 hours ago', { fetched_at: ago(26) }, 15],
    ['a second older', { fetched_at: '2026-11-29T09:59:59Z' }, null],
    ['fetched now', { fetched_at: NOW }, 15],
    ['fetched later', { fetched_at: '2026-11-30T12:00:01Z' }, null],
    ['never fetched', { fetched_at: null }, null],
    ['no address checked', { addresses_checked: 0 }, null],
    ['a broken count of addresses', { addresses_checked: 1.5 }, null],
    ['an absent count of addresses', { addresses_checked: null }, null],
    ['absent matches', { matches: null }, null],
    ['a match', { matches: [{ address: '0x1' }] }, 0],
    ['rows that are no match', { matches: [null, 5, []] }, 15],
    ['a match in a stale list', { matches: [{}], fetched_at: ago(27) }, null],
  ])('behavior: %s', (_, over, expected) => {
    expect(screened(over)).toBe(expected)
  })
})

describe('category', () => {
  test.each([
    [['x402', 'sEARCH'], 'Search'],
    [['Random', 'AI'], 'AI'],
    [['Games', 5, null], 'Uncategorized'],
    [['AI agents'], 'Uncategorized'],
    [[], 'Uncategorized'],
    [null, 'Uncategorized'],
  ])('behavior: tags %s', (tags, category) => {
    expect(judged({ tags }).category).toBe(category)
  })

  test.each([
    ['get', 'GET'],
    ['PUT', 'PUT'],
    [null, 'GET'],
  ])('behavior: method %s', (advertised_method, method) => {
    expect(judged({ advertised_method }).method).toBe(method)
  })
})
