import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { describeRulebook } from '../../rulebook/describe.js'
import { counterparty } from './rulebook.js'
import {
  excludedLists,
  hopLists,
  transferLists,
} from './testing/arbitraries.js'
import { naiveFigures } from './testing/naive.js'
import {
  inputOf,
  NOW,
  PAY_TO,
  paid,
  paidByEach,
  row,
  sent,
  VALID_PROBE,
  wallet,
} from './testing/sample.js'

const judge = (input: unknown) =>
  counterparty.judge(input) as Record<string, unknown>

const clean = () => inputOf(paidByEach(5))

describe('counterparty', () => {
  test('default', () => {
    expect(counterparty.judge(clean())).toEqual({
      rulebook: 'counterparty',
      version: '1',
      subject: 'https://a.example/x',
      subject_type: 'url',
      pay_to: PAY_TO,
      network: 'eip155:8453',
      verdict: 'trusted',
      confidence: 1,
      wash_trading_ratio: 0,
      real_buyer_count: 5,
      repeat_buyer_rate: 0,
      feeds: { catalog: true, settlement: true, probe: true },
      totals: {
        volume_atomic: '5000',
        washed_volume_atomic: '0',
        settlements: 5,
        buyers: 5,
      },
      disclosures: [],
      source: 'bazaar;rpc-logs;402-probe',
      updated_at: NOW,
      extended: {
        multi_hop: { washed_volume_atomic: '0', wallets: [] },
        refunds: { count: 0, volume_atomic: '0' },
        top_payer_share: 0.2,
        cohorts: [
          {
            wallets: [1, 2, 3, 4, 5].map(wallet),
            first_at: '2026-11-20T00:00:00Z',
            amount_atomic: '1000',
            payments: 1,
          },
        ],
      },
    })
  })

  test('behavior: without settlements everything of theirs is null', () => {
    const missing = {
      rulebook: 'counterparty',
      version: '1',
      subject: wallet(77),
      subject_type: 'address',
      pay_to: null,
      network: null,
      verdict: 'caution',
      confidence: 0.1,
      wash_trading_ratio: null,
      real_buyer_count: null,
      repeat_buyer_rate: null,
      feeds: { catalog: true, settlement: false, probe: false },
      totals: {
        volume_atomic: null,
        washed_volume_atomic: null,
        settlements: null,
        buyers: null,
      },
      disclosures: [],
      source: 'bazaar',
      updated_at: NOW,
      extended: null,
    }
    expect(counterparty.judge({ now: NOW, subject: wallet(77) })).toEqual(
      missing,
    )
    const nulls = {
      network: null,
      pay_to: null,
      settlement: null,
      probe: null,
      excluded_wallets: null,
      self: null,
    }
    expect(
      counterparty.judge({ now: NOW, subject: wallet(77), ...nulls }),
    ).toEqual(missing)
  })

  test.each([
    [
      'status missing',
      { settlement: { status: 'missing', transfers: paidByEach(5) } },
    ],
    ['no status', { settlement: { transfers: paidByEach(5) } }],
    ['no list', { settlement: { status: 'available' } }],
    ['null list', { settlement: { status: 'available', transfers: null } }],
    ['no pay_to', { pay_to: null }],
  ])('behavior: the settlement feed is missing: %s', (_, change) => {
    expect(judge({ ...clean(), ...change })).toMatchObject({
      feeds: { catalog: true, settlement: false, probe: true },
      verdict: 'caution',
      confidence: 0.4,
      wash_trading_ratio: null,
      source: 'bazaar;402-probe',
      extended: null,
    })
  })

  test('behavior: an empty list is a feed that saw nothing', () => {
    expect(judge(inputOf([]))).toMatchObject({
      feeds: { settlement: true },
      verdict: 'caution',
      confidence: 1,
      wash_trading_ratio: 0,
      real_buyer_count: 0,
      repeat_buyer_rate: 0,
      totals: { volume_atomic: '0', settlements: 0, buyers: 0 },
      extended: { top_payer_share: 0, cohorts: [] },
    })
  })

  test.each([
    ['as written', clean(), 'bazaar;rpc-logs;402-probe'],
    [
      'ourselves',
      { ...clean(), self: true },
      'bazaar;rpc-logs;402-probe;self=true',
    ],
    [
      'no name',
      { ...clean(), settlement: { status: 'available', transfers: [] } },
      'bazaar;settlement;402-probe',
    ],
    [
      'an empty name',
      {
        ...clean(),
        settlement: { status: 'available', source: '', transfers: [] },
      },
      'bazaar;settlement;402-probe',
    ],
    [
      'no settlement',
      { ...clean(), settlement: { status: 'missing', source: 'cdp-sql' } },
      'bazaar;402-probe',
    ],
    ['no probe', { ...clean(), probe: null }, 'bazaar;rpc-logs'],
  ])('behavior: source: %s', (_, input, source) => {
    expect(judge(input)['source']).toBe(source)
  })

  test.each([
    ['base', 'eip155:8453'],
    ['solana', 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'],
    ['eip155:1', 'eip155:1'],
    ['constructor', 'constructor'],
  ])('behavior: network %s is given as %s', (network, mapped) => {
    expect(judge({ ...clean(), network })['network']).toBe(mapped)
  })

  test('behavior: Solana wallets compare exactly, EVM wallets without case', () => {
    const upper = `0x${'AB'.repeat(20)}`
    const rows = [row(upper.toLowerCase(), PAY_TO, 5), row(upper, PAY_TO, 5)]
    const totals = (network: string) =>
      judge({ ...inputOf(rows), network })['totals']
    expect(totals('base')).toMatchObject({ buyers: 1, settlements: 2 })
    expect(totals('solana')).toMatchObject({ buyers: 2, settlements: 2 })
  })

  test.each([
    ['avoid at 0.5', 5000, 'avoid', 0.5],
    ['avoid at what rounds to 0.5', 4999.5, 'avoid', 0.5],
    ['caution below it', 4999, 'caution', 0.4999],
    ['caution above 0.1', 1001, 'caution', 0.1001],
    ['caution at what rounds up from 0.10005', 1000.5, 'caution', 0.1001],
    ['trusted at what rounds to 0.1', 1000.4, 'trusted', 0.1],
    ['trusted at 0.1', 1000, 'trusted', 0.1],
  ])('behavior: %s', (_, share, verdict, ratio) => {
    // The share in ten-thousandths of a volume of 100 000.
    const washed = share * 10
    const rows = [
      row(PAY_TO.toLowerCase(), PAY_TO, washed),
      ...paidByEach(4, 1000),
      paid(5, 100_000 - washed - 4000),
    ]
    expect(judge(inputOf(rows))).toMatchObject({
      verdict,
      wash_trading_ratio: ratio,
      extended: { top_payer_share: expect.any(Number) },
    })
  })

  test.each([
    ['five real buyers', {}, 'trusted'],
    ['four', { settlement: inputOf(paidByEach(4))['settlement'] }, 'caution'],
    [
      'another pay_to',
      { probe: { ...VALID_PROBE, pay_to: [wallet(9)] } },
      'caution',
    ],
    [
      'one of several, in another case',
      {
        probe: { ...VALID_PROBE, pay_to: [wallet(9), 7, PAY_TO.toLowerCase()] },
      },
      'trusted',
    ],
    [
      'no pay_to in the probe',
      { probe: { ...VALID_PROBE, pay_to: null } },
      'caution',
    ],
    [
      'invalid challenge',
      { probe: { ...VALID_PROBE, challenge: 'invalid' } },
      'avoid',
    ],
    [
      'no challenge in the answer',
      { probe: { ...VALID_PROBE, challenge: 'none' } },
      'avoid',
    ],
    [
      'nothing said of the challenge',
      { probe: { status: 'completed' } },
      'caution',
    ],
    [
      'not completed',
      { probe: { status: 'not_completed', challenge: 'invalid' } },
      'caution',
    ],
    ['no status', { probe: { challenge: 'invalid' } }, 'caution'],
    [
      'invalid without settlements',
      { settlement: null, probe: { status: 'completed', challenge: 'none' } },
      'avoid',
    ],
  ])('behavior: verdict: %s', (_, change, verdict) => {
    expect(judge({ ...clean(), ...change })['verdict']).toBe(verdict)
  })

  test('behavior: half washed is avoided without any probe', () => {
    const input = { ...inputOf([paid(1, 5), sent(1, 1)]), probe: null }
    expect(judge(input)).toMatchObject({ verdict: 'avoid', confidence: 0.7 })
  })

  test('behavior: excluded wallets that paid are disclosed as listed', () => {
    const upper = `0x${'AB'.repeat(20)}`
    const excluded_wallets = [
      { wallet: upper, why: 'bootstrap' },
      { wallet: upper.toLowerCase(), why: 'bootstrap' },
      { wallet: upper, why: 'own_probe' },
      { wallet: wallet(2), why: 'own_probe' },
      { wallet: wallet(8), why: 'own_probe' },
      { wallet: wallet(1), why: 'friend' },
      { wallet: wallet(1) },
      { wallet: 5, why: 'bootstrap' },
      null,
    ]
    const rows = [
      row(upper.toLowerCase(), PAY_TO, 100),
      ...paidByEach(2, 100),
      paid(8, 100, '2026-10-31T12:00:00Z'),
      sent(2, 1),
    ]
    expect(judge({ ...inputOf(rows), excluded_wallets })).toMatchObject({
      real_buyer_count: 1,
      wash_trading_ratio: 0.3333,
      totals: { volume_atomic: '300', washed_volume_atomic: '100', buyers: 3 },
      disclosures: [
        { wallet: upper, why: 'bootstrap' },
        { wallet: upper, why: 'own_probe' },
        { wallet: wallet(2), why: 'own_probe' },
      ],
    })
  })

  test.each([
    undefined,
    null,
    5,
    {},
    '',
    'seller.example',
    'ftp://a.example',
    'https://',
  ])('behavior: %j is no subject', (subject) => {
    expect(counterparty.judge({ ...clean(), subject })).toEqual({
      error: { code: 'INVALID_SUBJECT', message: expect.any(String) },
    })
  })

  test.each([
    ['', []],
    ['', 'text'],
    ['now', { ...clean(), now: undefined }],
    ['now', { ...clean(), now: '2026-11-30T12:00:60Z' }],
    ['network', { ...clean(), network: 8453 }],
    ['pay_to', { ...clean(), pay_to: [PAY_TO] }],
    ['self', { ...clean(), self: 'no' }],
    ['settlement', { ...clean(), settlement: [] }],
    ['settlement.status', { ...clean(), settlement: { status: 'partial' } }],
    ['settlement.source', { ...clean(), settlement: { source: 1 } }],
    ['settlement.transfers', { ...clean(), settlement: { transfers: {} } }],
    [
      'settlement.other_transfers',
      { ...clean(), settlement: { other_transfers: 'x' } },
    ],
    ['probe', { ...clean(), probe: true }],
    ['probe.status', { ...clean(), probe: { status: 'maybe' } }],
    ['probe.challenge', { ...clean(), probe: { challenge: 'VALID' } }],
    ['probe.pay_to', { ...clean(), probe: { pay_to: PAY_TO } }],
    ['excluded_wallets', { ...clean(), excluded_wallets: {} }],
  ])('behavior: an input error at "%s"', (path, input) => {
    expect(counterparty.judge(input)).toEqual({
      error: { code: 'invalid_input', message: expect.any(String), path },
    })
  })

  test('behavior: updated_at is now in UTC', () => {
    const now = '2026-11-30T13:00:00.25+01:00'
    expect(judge({ ...clean(), now })['updated_at']).toBe(
      '2026-11-30T12:00:00.250Z',
    )
  })

  test('behavior: agrees with the page read word by word', () => {
    fc.assert(
      fc.property(
        transferLists,
        hopLists,
        excludedLists,
        (rows, hops, excluded) => {
          const input = {
            ...inputOf(rows, hops),
            excluded_wallets: excluded.map((listed) => ({
              wallet: listed,
              why: 'own_probe',
            })),
          }
          const expected = naiveFigures(PAY_TO, NOW, rows, hops, excluded)
          const answer = judge(input) as typeof expected
          const byText = (a: object, b: object) =>
            JSON.stringify(a) < JSON.stringify(b) ? -1 : 1
          answer.extended.cohorts.sort(byText)
          expected.extended.cohorts.sort(byText)
          expect(answer).toMatchObject(expected)
        },
      ),
      { numRuns: 2000 },
    )
  })

  test('behavior: the order of rows means nothing', () => {
    const shuffled = fc.tuple(transferLists, hopLists).chain(([rows, hops]) =>
      fc.tuple(
        fc.constant(inputOf(rows, hops)),
        fc
          .tuple(
            fc.shuffledSubarray(rows, { minLength: rows.length }),
            fc.shuffledSubarray(hops, { minLength: hops.length }),
          )
          .map(([mixed, mixedHops]) => inputOf(mixed, mixedHops)),
      ),
    )
    fc.assert(
      fc.property(shuffled, ([one, other]) => {
        expect(judge(one)).toEqual(judge(other))
      }),
      { numRuns: 500 },
    )
  })

  test('behavior: answers any JSON, the same each time, in its own schema', () => {
    const parts = fc.record(
      {
        now: fc.constant(NOW),
        subject: fc.oneof(fc.constant(PAY_TO), fc.webUrl(), fc.jsonValue()),
        network: fc.oneof(fc.constant('base'), fc.jsonValue()),
        pay_to: fc.oneof(fc.constant(PAY_TO), fc.constant('__proto__')),
        settlement: fc.record({
          status: fc.constant('available'),
          transfers: fc.array(
            fc.oneof(
              fc.jsonValue(),
              fc.constant(row('__proto__', PAY_TO, 5)),
              fc.constant(row('constructor', '__proto__', '9'.repeat(78))),
              fc.constant(row(PAY_TO, 'constructor', 1)),
            ),
          ),
          other_transfers: fc.array(
            fc.oneof(
              fc.jsonValue(),
              fc.constant(row('constructor', '__proto__', 5)),
            ),
          ),
        }),
        excluded_wallets: fc.array(fc.jsonValue()),
      },
      { requiredKeys: ['now', 'subject'] },
    )
    fc.assert(
      fc.property(fc.oneof(fc.jsonValue(), parts), (input) => {
        const answer = counterparty.judge(input)
        expect(counterparty.judge(JSON.parse(JSON.stringify(input)))).toEqual(
          answer,
        )
        const isError =
          'error' in answer && answer.error.code === 'invalid_input'
        expect(isError || counterparty.output.safeParse(answer).success).toBe(
          true,
        )
      }),
      { numRuns: 1000 },
    )
  })

  test('behavior: is described with its rows', () => {
    const described = JSON.stringify(describeRulebook(counterparty))
    expect(described).toContain('"amount_atomic"')
    expect(described).toContain('INVALID_SUBJECT')
  })

  test('behavior: 200 000 transfers and as many hops are judged', () => {
    const at = (i: number) =>
      `2026-11-${10 + (i % 20)}T00:00:${String(i % 60).padStart(2, '0')}Z`
    const rows = Array.from({ length: 200_000 }, (_, i) =>
      i % 2 === 0
        ? paid(i % 9_973, 1000, at(i))
        : sent(i % 7_919, 1 + i, at(i)),
    )
    const hops = rows.map((_, i) =>
      row(wallet((i * 31) % 7_919), wallet((i * 17) % 9_973), i + 1, at(i * 7)),
    )
    expect(judge(inputOf(rows, hops))).toMatchObject({
      totals: { settlements: 100_000 },
    })
  })
})
