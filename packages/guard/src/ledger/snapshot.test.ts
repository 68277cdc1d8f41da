import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  after,
  ended,
  RESOURCE,
  reserved,
  signed,
  T,
} from '../testing/ledger-events.js'
import type { Outcome } from './event.js'
import { snapshotOf } from './snapshot.js'
import { closeOld, type LedgerState } from './state.js'
import { historyOf, spentOf, unclearEntries } from './view.js'

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
