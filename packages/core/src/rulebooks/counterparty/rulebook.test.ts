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

  test('behavior: long lists and as many hops are judged', () => {
    const at = (i: number) =>
      `2026-11-${10 + (i % 20)}T00:00:${String(i % 60).padStart(2, '0')}Z`
    const rows = Array.from({ length: 50_000 }, (_, i) =>
      i % 2 === 0
        ? paid(i % 9_973, 1000, at(i))
        : sent(i % 7_919, 1 + i, at(i)),
    )
    const hops = rows.map((_, i) =>
      row(wallet((i * 31) % 7_919), wallet((i * 17) % 9_973), i + 1, at(i * 7)),
    )
    expect(judge(inputOf(rows, hops))).toMatchObject({
      totals: { settlements: 25_000 },
    })
  })
})
