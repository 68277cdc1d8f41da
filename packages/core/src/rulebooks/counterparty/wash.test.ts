import { describe, expect, test } from 'vitest'
import { counterparty } from './rulebook.js'
import { inputOf, PAY_TO, paid, row, sent } from './testing/sample.js'
import { share } from './wash.js'

type Rows = readonly ReturnType<typeof row>[]

function figures(rows: Rows) {
  const answer = counterparty.judge(inputOf(rows))
  if ('error' in answer) throw new Error('no answer')
  const { totals } = answer
  return [
    Number(totals.washed_volume_atomic),
    Number(totals.volume_atomic),
    totals.settlements,
    totals.buyers,
    answer.real_buyer_count,
    answer.repeat_buyer_rate,
    answer.extended?.top_payer_share,
  ]
}

describe('washFigures', () => {
  test.each<[string, Rows, number[]]>([
    // washed, volume, settlements, buyers, real, repeat rate, top share
    ['two buyers', [paid(1, 10), paid(2, 30)], [0, 40, 2, 2, 2, 0, 0.75]],
    [
      'self-dealing is no buyer',
      [row(PAY_TO, PAY_TO, 10), paid(1, 30)],
      [10, 40, 2, 1, 1, 0, 0.75],
    ],
    [
      'pay_to can be the top payer',
      [row(PAY_TO, PAY_TO, 30), paid(1, 10)],
      [30, 40, 2, 1, 1, 0, 0.75],
    ],
    [
      'self-dealing funds nobody',
      [row(PAY_TO.toLowerCase(), PAY_TO, 1)],
      [1, 1, 1, 0, 0, 0, 1],
    ],
    [
      'a funded buyer, all of it, funded before or after',
      [
        paid(1, 10, '2026-11-01T00:00:00Z'),
        sent(1, 1),
        paid(1, 20, '2026-11-29T00:00:00Z'),
        paid(2, 5),
      ],
      [30, 35, 3, 2, 1, 0, 0.8571],
    ],
    [
      'funding at the start of the window is outside',
      [paid(1, 10), sent(1, 1, '2026-10-31T12:00:00Z')],
      [0, 10, 1, 1, 1, 0, 1],
    ],
    ['funding of nothing', [paid(1, 10), sent(1, 0)], [0, 10, 1, 1, 1, 0, 1]],
    [
      'funding by a stranger',
      [paid(1, 10), row(`0x${'9'.repeat(40)}`, `0x${'8'.repeat(40)}`, 5)],
      [0, 10, 1, 1, 1, 0, 1],
    ],
    [
      'one of three came back',
      [paid(1, 1), paid(1, 1), paid(2, 1), paid(3, 1)],
      [0, 4, 4, 3, 3, 0.3333, 0.5],
    ],
    [
      'two of three',
      [paid(1, 1), paid(1, 1), paid(2, 1), paid(2, 1), paid(2, 1), paid(3, 1)],
      [0, 6, 6, 3, 3, 0.6667, 0.5],
    ],
    [
      'a washed buyer is no repeat buyer',
      [paid(1, 1), paid(1, 1), sent(1, 1), paid(2, 2)],
      [2, 4, 3, 2, 1, 0, 0.5],
    ],
  ])('default: %s', (_, rows, expected) => {
    expect(figures(rows)).toEqual(expected)
  })

  test('behavior: amounts of 78 digits stay exact', () => {
    const most = '9'.repeat(78)
    const rows = [
      row(`0x${'1'.repeat(40)}`, PAY_TO, most),
      row(PAY_TO, PAY_TO, most),
    ]
    expect(counterparty.judge(inputOf(rows))).toMatchObject({
      wash_trading_ratio: 0.5,
      totals: { volume_atomic: `1${'9'.repeat(77)}8` },
    })
  })
})

describe('share', () => {
  test.each([
    [0n, 0n, 0],
    [0n, 5n, 0],
    [5n, 5n, 1],
    [1n, 3n, 0.3333],
    [2n, 3n, 0.6667],
    [1n, 20_000n, 0.0001],
    [1n, 20_001n, 0],
    [19_999n, 20_000n, 1],
    [9_997n, 10_000n, 0.9997],
    [4_999n, 9_999n, 0.4999],
  ])('default: %s of %s', (part, whole, shown) => {
    expect(share(part, whole)).toBe(shown)
  })
})
