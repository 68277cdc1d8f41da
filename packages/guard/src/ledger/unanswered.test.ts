import { describe, expect, test } from 'vitest'
import { PAY_TO, USDC } from '../testing/seller.js'
import { LEDGER_TIMES, type LedgerEvent } from './event.js'
import { snapshotOf } from './snapshot.js'
import { applyEvent, emptyState, type LedgerState } from './state.js'
import { failedAttempts } from './view.js'

const T = 1_000_000_000
const REQUEST = 'GET https://a.example/ e3b0'

function charged(id: string, at: number): LedgerEvent[] {
  return [
    {
      e: 'reserved',
      id,
      at,
      request: REQUEST,
      host: 'https://a.example',
      wallet: 'w',
      terms: {
        resource: 'GET https://a.example/',
        network: 'eip155:8453',
        asset: USDC,
        amount: '10000',
        pay_to: PAY_TO,
      },
      open_until: at + 120_000,
    },
    { e: 'signed', id, at, authorization: null },
    { e: 'ended', id, at, outcome: 'settled', unanswered: true },
  ]
}

function after(events: readonly LedgerEvent[]): LedgerState {
  const state = emptyState()
  for (const event of events) applyEvent(state, event)
  return state
}

describe('failedAttempts, charged and not answered', () => {
  const state = after([...charged('a', T), ...charged('b', T + 1000)])

  test.each([
    [T + 1000, 2],
    [T + LEDGER_TIMES.storm_ms - 1, 2],
    [T + LEDGER_TIMES.storm_ms, 1],
    [T + LEDGER_TIMES.storm_ms + 1000, 0],
    // A clock that is set back.
    [T - 5000, 2],
  ])('behavior: at %i there are %i', (now, attempts) => {
    expect(failedAttempts(state, now, REQUEST)).toBe(attempts)
    expect(failedAttempts(state, now, 'GET https://b.example/ e3b0')).toBe(0)
  })

  test('behavior: a log that is written anew still says so', () => {
    const again = after(
      JSON.parse(JSON.stringify(snapshotOf(state))) as LedgerEvent[],
    )
    expect(failedAttempts(again, T + 1000, REQUEST)).toBe(2)
    expect(again.unanswered).toEqual(state.unanswered)
  })

  test('behavior: old ones are forgotten', () => {
    const events: LedgerEvent[] = []
    for (let i = 0; i < 500; i++)
      events.push(...charged(`c${i}`, T + i * 60_000))
    expect(after(events).unanswered).toHaveLength(21)
  })

  test('behavior: an end that comes twice counts once', () => {
    const [reserved, signed, ended] = charged('d', T) as [
      LedgerEvent,
      LedgerEvent,
      LedgerEvent,
    ]
    const twice = after([reserved, signed, ended, ended])
    expect(failedAttempts(twice, T, REQUEST)).toBe(1)
  })
})
