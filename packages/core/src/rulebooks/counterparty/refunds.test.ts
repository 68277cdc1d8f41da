import { describe, expect, test } from 'vitest'
import { counterparty } from './rulebook.js'
import { inputOf, PAY_TO, paid, row, sent, wallet } from './testing/sample.js'

type Rows = readonly ReturnType<typeof row>[]

const day = (day: number, clock = '00:00:00') =>
  `2026-11-${String(day).padStart(2, '0')}T${clock}Z`

function refunds(rows: Rows) {
  const answer = counterparty.judge(inputOf(rows))
  if ('error' in answer || answer.extended === null)
    throw new Error('no answer')
  const { count, volume_atomic } = answer.extended.refunds
  return [count, Number(volume_atomic)]
}

describe('refundsOf', () => {
  test.each<[string, Rows, [number, number]]>([
    ['a day later', [paid(1, 9, day(10)), sent(1, 9, day(11))], [1, 9]],
    ['at the same moment', [paid(1, 9, day(10)), sent(1, 9, day(10))], [0, 0]],
    [
      'less than a second later',
      [paid(1, 9, day(10)), sent(1, 9, day(10, '00:00:00.000001'))],
      [1, 9],
    ],
    ['before', [paid(1, 9, day(10)), sent(1, 9, day(9))], [0, 0]],
    ['exactly seven days', [paid(1, 9, day(10)), sent(1, 9, day(17))], [1, 9]],
    [
      'a little more',
      [paid(1, 9, day(10)), sent(1, 9, day(17, '00:00:00.000001'))],
      [0, 0],
    ],
    ['another amount', [paid(1, 9, day(10)), sent(1, 8, day(11))], [0, 0]],
    ['another buyer', [paid(1, 9, day(10)), sent(2, 9, day(11))], [0, 0]],
    [
      'one settlement, two transfers',
      [paid(1, 9, day(10)), sent(1, 9, day(11)), sent(1, 9, day(12))],
      [1, 9],
    ],
    [
      'two of each',
      [
        paid(1, 9, day(10)),
        paid(1, 9, day(10)),
        sent(1, 9, day(11)),
        sent(1, 9, day(11)),
      ],
      [2, 18],
    ],
    [
      'the latest is taken, the second finds only one that is too old',
      [
        paid(1, 9, day(10)),
        paid(1, 9, day(12)),
        sent(1, 9, day(13)),
        sent(1, 9, day(18)),
      ],
      [1, 9],
    ],
    [
      'the latest is taken, the older one is young enough for the second',
      [
        paid(1, 9, day(10)),
        paid(1, 9, day(12)),
        sent(1, 9, day(13)),
        sent(1, 9, day(17)),
      ],
      [2, 18],
    ],
    [
      'in time order, not in row order',
      [
        sent(1, 9, day(18)),
        sent(1, 9, day(13)),
        paid(1, 9, day(12)),
        paid(1, 9, day(10)),
      ],
      [1, 9],
    ],
    [
      'one that was too old does not stand in the way of a newer one',
      [
        paid(1, 9, day(2)),
        sent(1, 9, day(12)),
        paid(1, 9, day(13)),
        sent(1, 9, day(14)),
      ],
      [1, 9],
    ],
    [
      'a settlement outside the window',
      [paid(1, 9, '2026-10-31T12:00:00Z'), sent(1, 9, day(1))],
      [0, 0],
    ],
    [
      'self-dealing',
      [row(PAY_TO, PAY_TO, 9, day(10)), row(PAY_TO, PAY_TO, 9, day(11))],
      [0, 0],
    ],
    [
      'amounts alike in their lowest bits',
      [
        row(wallet(1), PAY_TO, String(1n << 64n), day(10)),
        row(PAY_TO, wallet(1), String(2n << 64n), day(11)),
      ],
      [0, 0],
    ],
  ])('default: %s', (_, rows, expected) => {
    expect(refunds(rows)).toEqual(expected)
  })

  test('behavior: spellings of one wallet are one buyer', () => {
    const upper = `0x${'AB'.repeat(20)}`
    const rows = [
      row(upper, PAY_TO, 9, day(10)),
      row(PAY_TO.toLowerCase(), upper.toLowerCase(), 9, day(11)),
    ]
    expect(refunds(rows)).toEqual([1, 9])
  })
})
