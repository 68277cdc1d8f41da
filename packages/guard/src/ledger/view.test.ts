import { describe, expect, test } from 'vitest'
import {
  after,
  ended,
  MINUTE,
  RESOURCE,
  reserved,
  signed,
  T,
} from '../testing/ledger-events.js'
import { LEDGER_TIMES, type LedgerEvent } from './event.js'
import { closeOld, type LedgerState } from './state.js'
import { failedAttempts, spentOf, unclearEntries } from './view.js'

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
