import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { counterparty } from './rulebook.js'
import { naiveFigures } from './testing/naive.js'
import {
  inputOf,
  NOW,
  PAY_TO,
  paid,
  row,
  sent,
  wallet,
} from './testing/sample.js'

type Rows = readonly ReturnType<typeof row>[]

const at = (clock: string, day = 20) => `2026-11-${day}T${clock}Z`

/** Wallets `from` to `to` pay once each. */
const each = (from: number, to: number, clock: string, amount = 10, day = 20) =>
  Array.from({ length: to - from + 1 }, (_, i) =>
    paid(from + i, amount, at(clock, day)),
  )

function cohorts(rows: Rows) {
  const answer = counterparty.judge(inputOf(rows))
  if ('error' in answer || answer.extended === null)
    throw new Error('no answer')
  return answer.extended.cohorts
}

const found = (rows: Rows) =>
  cohorts(rows).map(({ wallets, payments }) => [wallets.map(Number), payments])

describe('cohortsOf', () => {
  test('default', () => {
    const rows = [
      paid(3, 10, at('00:09:59.999999')),
      paid(5, 10, at('00:05:00.25')),
      ...each(1, 2, '00:07:00'),
      paid(4, 10, at('00:08:00')),
    ]
    expect(cohorts(rows)).toEqual([
      {
        wallets: [1, 2, 3, 4, 5].map(wallet),
        first_at: '2026-11-20T00:05:00.250Z',
        amount_atomic: '10',
        payments: 1,
      },
    ])
  })

  test.each<[string, Rows, unknown[]]>([
    ['four are none', each(1, 4, '00:00:00'), []],
    ['five', each(1, 5, '00:00:00'), [[[1, 2, 3, 4, 5], 1]]],
    [
      'the windows are fixed, not sliding',
      [...each(1, 4, '00:09:59'), ...each(5, 5, '00:10:00')],
      [],
    ],
    [
      'the first payment alone says which window',
      [...each(1, 5, '00:00:00'), ...each(1, 5, '00:00:00', 10, 25)],
      [[[1, 2, 3, 4, 5], 2]],
    ],
    [
      'an earlier payment moves a buyer out',
      [...each(1, 5, '00:00:00'), paid(5, 10, at('00:00:00', 10))],
      [],
    ],
    [
      'one paid twice',
      [...each(1, 5, '00:00:00'), ...each(1, 1, '00:00:00')],
      [],
    ],
    [
      'one of six paid twice',
      [...each(1, 6, '00:00:00'), ...each(1, 1, '00:00:00')],
      [[[2, 3, 4, 5, 6], 1]],
    ],
    [
      'a later payment of another amount',
      [...each(1, 5, '00:00:00'), ...each(1, 5, '00:00:00', 11, 25)],
      [],
    ],
    [
      'another amount, then the first one again',
      [
        ...each(1, 5, '00:00:00'),
        ...each(1, 1, '00:01:00', 11),
        ...each(1, 1, '00:02:00'),
      ],
      [],
    ],
    [
      'amounts differ between them',
      [...each(1, 4, '00:00:00'), paid(5, 11, at('00:00:00'))],
      [],
    ],
    [
      'two groups of one window',
      [...each(6, 10, '00:00:00', 11), ...each(1, 5, '00:00:00')],
      [
        [[1, 2, 3, 4, 5], 1],
        [[6, 7, 8, 9, 10], 1],
      ],
    ],
    [
      'the earliest group first',
      [...each(1, 5, '05:00:00'), ...each(6, 10, '04:00:00')],
      [
        [[6, 7, 8, 9, 10], 1],
        [[1, 2, 3, 4, 5], 1],
      ],
    ],
    [
      'washed buyers are among them, pay_to is not',
      [...each(1, 5, '00:00:00'), sent(5, 1)],
      [[[1, 2, 3, 4, 5], 1]],
    ],
    [
      'pay_to itself is no buyer',
      [...each(1, 4, '00:00:00'), row(PAY_TO, PAY_TO, 10, at('00:00:00'))],
      [],
    ],
    [
      'payments outside the window do not count',
      [...each(1, 5, '00:00:00'), paid(1, 11, '2026-10-31T12:00:00Z')],
      [[[1, 2, 3, 4, 5], 1]],
    ],
  ])('behavior: %s', (_, rows, expected) => {
    expect(found(rows)).toEqual(expected)
  })

  test('behavior: the first payment is the earliest one, whichever row it is', () => {
    const rows = [...each(1, 5, '00:00:00', 10, 25), ...each(1, 5, '00:09:00')]
    expect(cohorts([...rows, ...each(1, 5, '00:00:01', 10, 24)])).toMatchObject(
      [{ first_at: '2026-11-20T00:09:00Z', payments: 3 }],
    )
    expect(found([...rows, ...each(1, 4, '23:00:00', 10, 24)])).toEqual([])
    const apart = [...each(1, 4, '00:00:00', 10, 21), ...rows]
    expect(found([...apart, ...each(5, 5, '00:00:00', 10, 10)])).toEqual([])
  })

  test('behavior: agrees with the page read word by word', () => {
    const payments = fc.array(
      fc.record({
        from: fc.constantFrom(...[1, 2, 3, 4, 5, 6].map(wallet)),
        to: fc.constant(PAY_TO),
        amount_atomic: fc.constantFrom('7', '7', '7', '7', '7', '7', '8'),
        at: fc.constantFrom(
          ...['00:00:00', '00:09:59', '00:10:00', '00:19:59'].map((clock) =>
            at(clock),
          ),
        ),
      }),
      { maxLength: 14 },
    )
    fc.assert(
      fc.property(payments, (some) => {
        // Everybody once at first, so that many of them are one cohort.
        const rows = [...some, ...each(1, 6, '00:10:30', 7)]
        const { extended } = naiveFigures(PAY_TO, NOW, rows, [], [])
        const byText = (a: object, b: object) =>
          JSON.stringify(a) < JSON.stringify(b) ? -1 : 1
        expect(cohorts(rows).sort(byText)).toEqual(
          extended.cohorts.sort(byText),
        )
      }),
      { numRuns: 1000 },
    )
  })

  test('behavior: excluded buyers are among them', () => {
    const excluded_wallets = [{ wallet: wallet(1), why: 'bootstrap' }]
    const input = { ...inputOf(each(1, 5, '00:00:00')), excluded_wallets }
    expect(counterparty.judge(input)).toMatchObject({
      extended: { cohorts: [{ wallets: [1, 2, 3, 4, 5].map(wallet) }] },
    })
  })

  test('behavior: windows before 1970 are floored too', () => {
    const old = (second: number, n: number) =>
      paid(n, 10, `1969-12-31T23:${second < 0 ? '49:59' : '50:00'}Z`)
    const rows = [old(0, 1), old(0, 2), old(0, 3), old(0, 4), old(-1, 5)]
    const judged = (transfers: Rows) =>
      counterparty.judge({ ...inputOf(transfers), now: '1970-01-01T00:00:00Z' })
    expect(judged(rows)).toMatchObject({ extended: { cohorts: [] } })
    expect(judged([...rows, old(0, 6)])).toMatchObject({
      extended: { cohorts: [{ wallets: [1, 2, 3, 4, 6].map(wallet) }] },
    })
  })
})
