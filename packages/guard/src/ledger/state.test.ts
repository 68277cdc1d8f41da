import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { PAY_TO, THIEF, USDC } from '../testing/seller.js'
import {
  type Authorization,
  LEDGER_TIMES,
  type LedgerEvent,
  type Outcome,
} from './event.js'
import { snapshotOf } from './snapshot.js'
import { applyEvent, closeOld, emptyState, type LedgerState } from './state.js'
import {
  failedAttempts,
  historyOf,
  pinOf,
  spentOf,
  unclearEntries,
} from './view.js'

const T = 1_000_000_000
const RESOURCE = 'GET https://a.example/'
const MINUTE = 60_000

const AUTHORIZATION: Authorization = {
  kind: 'eip3009',
  network: 'eip155:8453',
  asset: USDC,
  payer: THIEF,
  nonce: '0x01',
  valid_before: T / 1000 + 60,
}

function reserved(id: string, at = T, change: object = {}): LedgerEvent {
  return {
    e: 'reserved',
    id,
    at,
    request: RESOURCE,
    host: 'https://a.example',
    wallet: 'w',
    terms: {
      resource: RESOURCE,
      network: 'eip155:8453',
      asset: USDC,
      amount: '10000',
      pay_to: PAY_TO,
    },
    open_until: at + 2 * MINUTE,
    ...change,
  }
}
const signed = (id: string, at = T, change: object = {}): LedgerEvent => ({
  e: 'signed',
  id,
  at,
  authorization: AUTHORIZATION,
  ...change,
})
const ended = (id: string, outcome: Outcome, at = T): LedgerEvent => ({
  e: 'ended',
  id,
  at,
  outcome,
})

function after(...events: LedgerEvent[]): LedgerState {
  const state = emptyState()
  for (const event of events) applyEvent(state, event)
  return state
}

function day(state: LedgerState, now: number): string {
  closeOld(state, now)
  return spentOf(state, now, { host: '', wallet: null }).day_usd
}

describe('spentOf', () => {
  const DAY = LEDGER_TIMES.day_ms
  test.each<[string, LedgerEvent[], number]>([
    ['settled', [reserved('a'), signed('a'), ended('a', 'settled')], T],
    ['unwatched', [reserved('a'), signed('a', T, { unwatched: true })], T],
    [
      'settled without having been signed here',
      [reserved('a'), ended('a', 'settled')],
      T,
    ],
    // Open until validBefore, then 10 min of grace: from then on it is spent.
    [
      'unclear',
      [reserved('a'), signed('a'), ended('a', 'unclear')],
      T + 11 * MINUTE,
    ],
    [
      'declined',
      [reserved('a'), signed('a'), ended('a', 'declined')],
      T + 11 * MINUTE,
    ],
    ['under way', [reserved('a'), signed('a')], T + 11 * MINUTE],
    ['reserved by a process that died', [reserved('a')], T + 12 * MINUTE],
  ])('%s: counts for a day from some moment on', (_, events, from) => {
    expect(day(after(...events), T)).toBe('0.01')
    expect(day(after(...events), from + DAY)).toBe('0.01')
    expect(day(after(...events), from + DAY + 1)).toBe('0')
  })

  test.each<[string, LedgerEvent[]]>([
    ['released', [reserved('a'), ended('a', 'released')]],
    [
      'proved unused',
      [reserved('a'), signed('a'), ended('a', 'unclear'), ended('a', 'unused')],
    ],
    ['unknown ids', [signed('a'), ended('b', 'settled')]],
    [
      'settled after it was released',
      [reserved('a'), ended('a', 'released'), ended('a', 'settled')],
    ],
  ])('%s: costs nothing', (_, events) => {
    expect(day(after(...events), T)).toBe('0')
  })

  test('behavior: what is signed is not released, what is reserved twice counts once', () => {
    expect(
      day(
        after(
          reserved('a'),
          reserved('a'),
          signed('a'),
          ended('a', 'released'),
        ),
        T,
      ),
    ).toBe('0.01')
  })

  test('behavior: a host counts what goes to its wallet through others', () => {
    const there = { host: 'https://b.example' }
    const state = after(
      reserved('a'),
      ended('a', 'settled'),
      reserved('b', T, there),
      ended('b', 'settled'),
      reserved('c', T, { ...there, wallet: 'x' }),
      reserved('d'),
    )
    const at = (host: string, wallet: string | null) =>
      spentOf(state, T, { host, wallet }).host_day_usd
    expect([
      at('https://a.example', null),
      at('https://a.example', 'w'),
      at('https://b.example', null),
      at('https://b.example', 'w'),
      at('https://c.example', 'x'),
    ]).toEqual(['0.02', '0.03', '0.02', '0.04', '0.01'])
  })
})

describe('unclearEntries', () => {
  test.each<[string, LedgerEvent[], number, number]>([
    ['under way for 30 s', [reserved('a'), signed('a')], T + 30_000, 0],
    ['under way for longer', [reserved('a'), signed('a')], T + 30_001, 1],
    ['reserved for 90 s', [reserved('a')], T + 90_000, 0],
    ['reserved for longer', [reserved('a')], T + 90_001, 1],
    ['unclear', [reserved('a'), signed('a'), ended('a', 'unclear')], T, 1],
    [
      'unclear until it counts as spent',
      [reserved('a'), signed('a'), ended('a', 'unclear')],
      T + 11 * MINUTE - 1,
      1,
    ],
    [
      'spent',
      [reserved('a'), signed('a'), ended('a', 'unclear')],
      T + 11 * MINUTE,
      0,
    ],
    [
      'declined',
      [reserved('a'), signed('a'), ended('a', 'declined')],
      T + MINUTE,
      0,
    ],
    [
      'unwatched',
      [reserved('a'), signed('a', T, { unwatched: true })],
      T + MINUTE,
      0,
    ],
  ])('%s', (_, events, now, count) => {
    expect(unclearEntries(after(...events), now)).toHaveLength(count)
    expect(unclearEntries(after(...events), now, RESOURCE)).toHaveLength(count)
    expect(unclearEntries(after(...events), now, 'other')).toHaveLength(0)
  })
})

describe('failedAttempts', () => {
  test('default: those of the last ten minutes', () => {
    const state = after(
      reserved('a'),
      signed('a'),
      ended('a', 'declined'),
      reserved('b'),
      signed('b'),
      ended('b', 'unclear'),
      reserved('c'),
      signed('c'),
    )
    const end = T + LEDGER_TIMES.storm_ms
    expect(
      [T, end - 1, end].map((now) => failedAttempts(state, now, RESOURCE)),
    ).toEqual([2, 2, 0])
    expect(failedAttempts(state, T, 'other')).toBe(0)
  })
})

describe('what was paid before', () => {
  test('behavior: a pin follows the wallet that was last signed for', () => {
    const terms = {
      resource: RESOURCE,
      network: 'eip155:8453',
      asset: USDC,
      amount: '10000',
    }
    const state = after(
      reserved('a'),
      signed('a'),
      reserved('b', T + 1, {
        terms: { ...terms, pay_to: PAY_TO.toLowerCase() },
      }),
      signed('b', T + 1),
    )
    expect(pinOf(state, RESOURCE, 'eip155:8453')).toEqual({
      pay_to: PAY_TO,
      since: T,
    })
    expect(pinOf(state, RESOURCE, 'eip155:1')).toBeUndefined()
    for (const event of [
      reserved('c', T + 2, { terms: { ...terms, pay_to: THIEF } }),
      signed('c', T + 2),
    ])
      applyEvent(state, event)
    expect(pinOf(state, RESOURCE, 'eip155:8453')).toEqual({
      pay_to: THIEF,
      since: T + 2,
    })
  })

  test('behavior: of a run of equal terms the first and the last are kept', () => {
    const amounts = ['1', '1', '1', '2', '2', '1']
    const state = after(
      ...amounts.flatMap((amount, i) => [
        reserved(String(i), T + i, {
          terms: {
            resource: RESOURCE,
            network: 'n',
            asset: 'x',
            amount,
            pay_to: 'y',
          },
        }),
        signed(String(i)),
      ]),
    )
    expect(
      historyOf(state, RESOURCE).map(({ at, terms }) => [at - T, terms.amount]),
    ).toEqual([
      [0, '1'],
      [2, '1'],
      [3, '2'],
      [4, '2'],
      [5, '1'],
    ])
    expect(historyOf(state, 'other')).toEqual([])
  })

  test('behavior: the oldest of too many resources is forgotten', () => {
    const state = emptyState()
    for (let i = 0; i <= 10_000; i++)
      applyEvent(state, {
        e: 'paid_before',
        at: i,
        terms: {
          resource: String(i),
          network: 'n',
          asset: 'x',
          amount: '1',
          pay_to: 'y',
        },
      })
    expect([
      state.pins.size,
      state.history.size,
      historyOf(state, '0'),
    ]).toEqual([10_000, 10_000, []])
  })
})

describe('snapshotOf', () => {
  test('property: makes the same state', () => {
    const id = fc.constantFrom('a', 'b', 'c', 'd')
    const at = fc.integer({ min: 0, max: 2_000_000 }).map((ms) => T + ms)
    const event = fc.oneof(
      fc.tuple(id, at).map(([one, when]) => reserved(one, when)),
      fc
        .tuple(id, at, fc.boolean())
        .map(([one, when, blind]) =>
          signed(
            one,
            when,
            blind ? { unwatched: true } : { authorization: null },
          ),
        ),
      fc
        .tuple(
          id,
          at,
          fc.constantFrom<Outcome>(
            'settled',
            'declined',
            'unclear',
            'unused',
            'released',
          ),
        )
        .map(([one, when, outcome]) => ended(one, outcome, when)),
    )
    const seen = (state: LedgerState, now: number) => {
      closeOld(state, now)
      return {
        open: [...state.open.values()].sort((a, b) => (a.id < b.id ? -1 : 1)),
        spent: spentOf(state, now, { host: 'https://a.example', wallet: 'w' }),
        unclear: unclearEntries(state, now).length,
        history: historyOf(state, RESOURCE)
          .map(({ at: when }) => when)
          .sort(),
      }
    }
    fc.assert(
      fc.property(fc.array(event), at, (events, now) => {
        const state = after(...events)
        const again = after(...snapshotOf(state))
        expect(seen(again, now)).toEqual(seen(state, now))
      }),
    )
  })
})
