import { describe, expect, test } from 'vitest'
import { type Instant, parseInstant } from '../../time/instant.js'
import type { Offer } from '../../x402/challenge-types.js'
import {
  OTHER_SELLER,
  SELLER,
  SOLANA,
  SOLANA_SELLER,
  USDC_ON_BASE,
  USDC_ON_SOLANA,
} from '../../x402/testing/challenge-samples.js'
import { summariseHistory } from './history.js'
import { type HistoryRow, readHistoryRow } from './history-row.js'

const NOW = parseInstant('2026-11-30T12:00:00Z') as Instant
const BASE_TERMS = {
  price_atomic: '10000',
  network: 'eip155:8453',
  asset: USDC_ON_BASE,
  pay_to: SELLER,
}
const SOLANA_TERMS = {
  price_atomic: '10000',
  network: 'solana',
  asset: USDC_ON_SOLANA,
  pay_to: SOLANA_SELLER,
}
const TERMLESS = {
  price_atomic: null,
  network: null,
  asset: null,
  pay_to: null,
}
const HERE = offer('10000', 'eip155:8453', USDC_ON_BASE, SELLER)
const THERE = offer('10000', SOLANA, USDC_ON_SOLANA, SOLANA_SELLER)

function offer(amount: string, network: string, asset: string, pay_to: string) {
  return { amount, network, asset, pay_to } as Offer
}

function row(at: string, changes: object = {}): HistoryRow {
  return readHistoryRow({ at, ...BASE_TERMS, ...changes }) as HistoryRow
}

/** With a probe that offers these entries, or an answer without terms. */
function summary(
  rows: HistoryRow[],
  offers: Offer[] = [HERE],
  answered = true,
) {
  return summariseHistory(rows, {
    now: NOW,
    answered,
    decisive: offers[0] ?? null,
    usable: offers,
  })
}

describe('summariseHistory', () => {
  test('default', () => {
    expect(summary([])).toEqual({
      stable_for_days: 0,
      stable_since: '2026-11-30T12:00:00Z',
      last_changed: null,
      drift: false,
    })
  })

  test('behavior: nothing with terms', () => {
    const nothing = {
      stable_for_days: null,
      stable_since: null,
      last_changed: null,
      drift: false,
    }
    expect(summary([], [])).toEqual(nothing)
    expect(summary([row('2026-11-29T12:00:00Z', TERMLESS)], [])).toEqual(
      nothing,
    )
  })

  test.each<[string, HistoryRow[], Offer[], string, string | null, boolean]>([
    [
      'an unbroken run over a termless row, in any order',
      [
        row('2026-11-28T00:00:00Z', TERMLESS),
        row('2026-11-26T00:00:00Z', { price_atomic: '9000' }),
        row('2026-11-27T00:00:00Z'),
      ],
      [HERE],
      '2026-11-27T00:00:00Z',
      '2026-11-27T00:00:00Z',
      false,
    ],
    [
      'the terms changed just now',
      [row('2026-11-29T00:00:00Z', { pay_to: OTHER_SELLER })],
      [HERE],
      '2026-11-30T12:00:00Z',
      '2026-11-30T12:00:00Z',
      true,
    ],
    [
      'equal in another spelling',
      [
        row('2026-11-29T00:00:00Z', {
          price_atomic: '0010000',
          network: 'base',
          asset: USDC_ON_BASE.toLowerCase(),
          pay_to: SELLER.toLowerCase(),
        }),
      ],
      [HERE],
      '2026-11-29T00:00:00Z',
      null,
      false,
    ],
    [
      'equal to the second usable entry',
      [row('2026-11-29T00:00:00Z', SOLANA_TERMS), row('2026-11-28T00:00:00Z')],
      [HERE, THERE],
      '2026-11-28T00:00:00Z',
      null,
      false,
    ],
    [
      'rows dated after now are left out, at now not',
      [
        row('2026-11-30T12:00:00Z', { price_atomic: '1' }),
        row('2026-11-30T12:00:00.0000001Z'),
      ],
      [HERE],
      '2026-11-30T12:00:00Z',
      '2026-11-30T12:00:00Z',
      true,
    ],
    [
      'an answer without terms: the newest two rows differ',
      [row('2026-11-28T00:00:00Z', SOLANA_TERMS), row('2026-11-29T00:00:00Z')],
      [],
      '2026-11-29T00:00:00Z',
      '2026-11-29T00:00:00Z',
      true,
    ],
    [
      'an answer without terms: the newest two rows agree',
      [row('2026-11-28T00:00:00Z'), row('2026-11-29T00:00:00Z')],
      [],
      '2026-11-28T00:00:00Z',
      null,
      false,
    ],
    [
      'a change before the run is no drift',
      [
        row('2026-11-27T00:00:00Z', { asset: 'x' }),
        row('2026-11-28T00:00:00Z'),
        row('2026-11-29T00:00:00Z'),
      ],
      [],
      '2026-11-28T00:00:00Z',
      '2026-11-28T00:00:00Z',
      false,
    ],
    [
      'of rows at one moment the later one is newer',
      [
        row('2026-11-29T00:00:00Z', { price_atomic: '2' }),
        row('2026-11-29T00:00:00Z'),
      ],
      [HERE],
      '2026-11-29T00:00:00Z',
      '2026-11-29T00:00:00Z',
      false,
    ],
  ])('behavior: %s', (_, rows, offers, since, changed, drift) => {
    expect(summary(rows, offers)).toMatchObject({
      stable_since: since,
      last_changed: changed,
      drift,
    })
  })

  test.each<[string, object]>([
    ['amount', { price_atomic: '10001' }],
    ['network', { network: 'eip155:1' }],
    ['asset', { asset: SELLER }],
    ['payee', { pay_to: OTHER_SELLER }],
  ])('behavior: another %s is a drift', (_, changes) => {
    expect(summary([row('2026-11-29T00:00:00Z', changes)]).drift).toBe(true)
  })

  test('behavior: only the newest 30, the answer among them', () => {
    const days = Array.from({ length: 30 }, (_, day) =>
      row(`2026-10-${String(day + 1).padStart(2, '0')}T00:00:00Z`),
    )
    const since = (offers: Offer[], answered: boolean) =>
      summary(days, offers, answered).stable_since
    expect(since([], false)).toBe('2026-10-01T00:00:00Z')
    expect(since([], true)).toBe('2026-10-02T00:00:00Z')
    expect(since([HERE], true)).toBe('2026-10-02T00:00:00Z')
  })

  test.each<[string, number]>([
    ['2026-11-30T10:48:00.0000001Z', 0],
    ['2026-11-30T10:48:00Z', 0.1],
    ['2026-11-27T00:00:00Z', 3.5],
    ['2026-11-26T22:48:00Z', 3.6],
    ['2026-11-26T22:48:00.001Z', 3.5],
  ])('behavior: days since %s, half up', (at, days) => {
    expect(summary([row(at)]).stable_for_days).toBe(days)
  })
})

describe('readHistoryRow', () => {
  const AT = '2026-11-29T00:00:00Z'

  test('default', () => {
    expect(readHistoryRow({ at: AT, ...BASE_TERMS, network: 'base' })).toEqual({
      at: parseInstant(AT),
      terms: {
        amount: '10000',
        network: 'eip155:8453',
        asset: USDC_ON_BASE,
        payTo: SELLER,
      },
    })
  })

  test.each<[string, object]>([
    ['amount', { price_atomic: null }],
    ['network', { network: null }],
    ['asset', { asset: null }],
    ['payee', { pay_to: undefined }],
  ])('behavior: without %s it has no terms', (_, changes) => {
    expect(row(AT, changes)).toEqual({ at: parseInstant(AT), terms: null })
  })

  test.each<[string, unknown]>([
    ['no object', 'x'],
    ['a list', []],
    ['no date', { ...BASE_TERMS }],
    ['a leap second', { at: '2016-12-31T23:59:60Z', ...BASE_TERMS }],
    ['an amount as a number', { at: AT, ...BASE_TERMS, price_atomic: 1 }],
    ['an empty amount', { at: AT, ...BASE_TERMS, price_atomic: '' }],
    ['79 digits', { at: AT, ...BASE_TERMS, price_atomic: '1'.repeat(79) }],
    ['a network of another type', { at: AT, ...BASE_TERMS, network: 1 }],
    ['an asset of another type', { at: AT, ...BASE_TERMS, asset: [] }],
    ['a payee of another type', { at: AT, ...BASE_TERMS, pay_to: {} }],
  ])('behavior: left out: %s', (_, given) => {
    expect(readHistoryRow(given)).toBeUndefined()
  })

  test('behavior: unknown fields are ignored', () => {
    expect(row(AT, { status: 'x', more: [] })).toEqual(row(AT))
  })
})
