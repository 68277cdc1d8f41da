import { describe, expect, test } from 'vitest'
import type { Observation } from '../store/store.js'
import { observationOf } from '../store/testing/samples.js'
import { FIRST_STATE, readWatchState, type WatchState } from './state.js'
import { type Change, stepLook, type WatchedLook } from './step.js'
import { stepLists } from './step-lists.js'

const SLOT = 21_600_000
const A = `0x${'a'.repeat(40)}`
const B = `0x${'b'.repeat(40)}`
const USDC = '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913'

type Seen = Partial<Observation> & Partial<Omit<WatchedLook, 'observation'>>

/** Runs looks, one every slot unless they say when; the kinds of each. */
function run(looks: readonly Seen[], from: WatchState = FIRST_STATE) {
  let state = from
  const told: Change[][] = []
  looks.forEach(({ usefulness = 'success', habit = 'steady', ...more }, i) => {
    const step = stepLook(state, {
      observation: observationOf(i, { at: (i + 1) * SLOT, ...more }),
      usefulness,
      habit,
    })
    state = step.state
    told.push([...step.changes])
  })
  return { state, told, kinds: told.map((one) => one.map(({ kind }) => kind)) }
}

const FAILED: Seen = {
  usefulness: 'failure',
  price_atomic: null,
  network: null,
  asset: null,
  pay_to: null,
}

describe('stepLook', () => {
  test('default: a change of terms is told once, the first terms are none', () => {
    const { told, state } = run([
      { pay_to: A },
      { pay_to: A },
      { pay_to: B, price_atomic: '2000' },
      { pay_to: B, price_atomic: '2000' },
    ])
    expect(told).toEqual([
      [],
      [],
      [
        {
          kind: 'pay_to_changed',
          before: A,
          after: B,
          at: 3 * SLOT,
          cause: observationOf(2).evidence_id,
        },
        {
          kind: 'price_changed',
          before: '1000',
          after: '2000',
          at: 3 * SLOT,
          cause: observationOf(2).evidence_id,
        },
      ],
      [],
    ])
    expect(state).toEqual({
      version: 1,
      at: 4 * SLOT,
      terms: {
        price_atomic: '2000',
        network: 'eip155:8453',
        asset: USDC,
        pay_to: B,
      },
      rotating: false,
      status: 'up',
      failing_since: null,
      listed: [],
    })
  })

  test.each<[string, Seen, Seen, string[]]>([
    ['network', {}, { network: 'eip155:137' }, ['network_changed']],
    ['asset', {}, { asset: B }, ['asset_changed']],
    [
      'the case of an address',
      { pay_to: A },
      { pay_to: `0x${'A'.repeat(40)}` },
      [],
    ],
    ['leading zeros', { price_atomic: '10' }, { price_atomic: '010' }, []],
    ['no terms this time', { pay_to: A }, { price_atomic: null }, []],
  ])('behavior: %s', (_, before, after, kinds) => {
    expect(run([before, after]).kinds[1]).toEqual(kinds)
  })

  test('behavior: down needs two failures a slot apart, recovery one success', () => {
    const at = (slots: number, more: Seen) => ({ ...more, at: slots * SLOT })
    expect(
      run([
        at(1, {}),
        at(2, FAILED),
        at(2.9, FAILED),
        at(3, FAILED),
        at(4, FAILED),
        at(5, { ...FAILED, usefulness: 'unknown' }),
        at(6, {}),
        at(7, {}),
      ]).kinds,
    ).toEqual([[], [], [], ['down'], [], [], ['recovered'], []])
  })

  test('behavior: a success between two failures starts again', () => {
    expect(run([{}, FAILED, {}, FAILED, {}, FAILED]).kinds.flat()).toEqual([])
  })

  test('behavior: an unknown look neither fails nor recovers', () => {
    const unknown: Seen = { ...FAILED, usefulness: 'unknown' }
    expect(run([FAILED, unknown, FAILED]).kinds).toEqual([[], [], ['down']])
  })

  test('behavior: a habit of changing wallets is told once, its changes are not', () => {
    const { kinds } = run([
      { pay_to: A },
      { pay_to: B },
      { pay_to: A, habit: 'rotating' },
      { pay_to: B, habit: 'rotating' },
      { pay_to: B, habit: 'rotating', price_atomic: '2000' },
      { pay_to: A, price_atomic: '2000' },
      { pay_to: B, price_atomic: '2000' },
    ])
    expect(kinds).toEqual([
      [],
      ['pay_to_changed'],
      ['pay_to_rotating'],
      [],
      ['price_changed'],
      ['pay_to_steady'],
      ['pay_to_changed'],
    ])
  })

  test('behavior: what is not newer changes nothing', () => {
    const { state } = run([{ pay_to: A }])
    const late = { pay_to: B, at: SLOT }
    expect(run([late], state)).toMatchObject({ state, kinds: [[]] })
  })
})

describe('stepLists', () => {
  const match = { list: 'ofac-sdn', entry: 'SOMEBODY', what: A }
  const now = { at: 7, matches: [match], snapshots: ['two', 'one'] }

  test('default: a match is told once, and once when it is gone', () => {
    const first = stepLists(FIRST_STATE, now)
    expect(first.changes).toMatchObject([
      { kind: 'list_match', at: 7, before: null, after: match },
    ])
    expect(first.changes[0]?.cause).toMatch(/^one two /)
    expect(stepLists(first.state, now).changes).toEqual([])
    const gone = stepLists(first.state, { ...now, matches: [] })
    expect(gone.changes).toMatchObject([
      { kind: 'list_cleared', before: match, after: null },
    ])
    expect(gone.state.listed).toEqual([])
  })
})

describe('readWatchState', () => {
  test.each<[unknown, WatchState]>([
    [undefined, FIRST_STATE],
    [{ version: 0, at: 5 }, FIRST_STATE],
    [
      { version: 1, at: 5 },
      { ...FIRST_STATE, at: 5 },
    ],
  ])('%j', (stored, expected) => {
    expect(readWatchState(stored)).toEqual(expected)
  })
})
