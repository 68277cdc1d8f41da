import { describe, expect, test } from 'vitest'
import {
  after,
  RESOURCE,
  reserved,
  signed,
  T,
} from '../testing/ledger-events.js'
import { PAY_TO, THIEF, USDC } from '../testing/seller.js'
import type { LedgerEvent } from './event.js'
import { applyEvent, emptyState } from './state.js'
import { historyOf, pinOf } from './view.js'

describe('applyEvent', () => {
  test.each(['-1', '', ' 1', '0x1', '1.5', '1e3', '1n', '9'.repeat(79), null])(
    'behavior: a log that holds the amount %j cannot be used',
    (amount) => {
      const terms = { resource: RESOURCE, amount }
      const spent = { e: 'spent', at: T, amount, host: 'h', wallet: 'w' }
      for (const event of [reserved('a', T, { terms }), spent as LedgerEvent])
        expect(() => after(event)).toThrow('the ledger holds no amount')
    },
  )
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
