import { describe, expect, test } from 'vitest'
import { counterparty } from './rulebook.js'
import { inputOf, PAY_TO, paid, row, sent, wallet } from './testing/sample.js'

type Rows = readonly ReturnType<typeof row>[]

const at = (second: number) =>
  `2026-11-21T00:00:${String(second).padStart(2, '0')}Z`
const hop = (from: number, to: number, amount: number, second: number) =>
  row(wallet(from), wallet(to), amount, at(second))
const out = (to: number, amount: number, second: number) =>
  sent(to, amount, at(second))

/** Buyers 1 and 2 paid 1000 and 500; who of them is found? */
function multiHop(transfers: Rows, others: Rows) {
  const rows = [paid(1, 1000), paid(2, 500), ...transfers]
  const answer = counterparty.judge(inputOf(rows, others))
  if ('error' in answer || answer.extended === null)
    throw new Error('no answer')
  const { wallets, washed_volume_atomic } = answer.extended.multi_hop
  const names = wallets.map((found) => Number(found))
  return [names, Number(washed_volume_atomic)]
}

describe('buyersReached', () => {
  test.each<[string, Rows, Rows, [number[], number]]>([
    [
      'one wallet between',
      [out(20, 100, 1)],
      [hop(20, 1, 100, 2)],
      [[1], 1000],
    ],
    [
      'two',
      [out(20, 100, 1)],
      [hop(20, 21, 100, 2), hop(21, 1, 100, 3)],
      [[1], 1000],
    ],
    [
      'three',
      [out(20, 100, 1)],
      [hop(20, 21, 90, 2), hop(21, 22, 80, 3), hop(22, 1, 50, 4)],
      [[1], 1000],
    ],
    [
      'four are too many',
      [out(20, 100, 1)],
      [
        hop(20, 21, 99, 2),
        hop(21, 22, 99, 3),
        hop(22, 23, 99, 4),
        hop(23, 1, 99, 5),
      ],
      [[], 0],
    ],
    ['exactly half', [out(20, 101, 1)], [hop(20, 1, 51, 2)], [[1], 1000]],
    ['less than half', [out(20, 101, 1)], [hop(20, 1, 50, 2)], [[], 0]],
    [
      'half of what left pay_to, not of the hop before',
      [out(20, 100, 1)],
      [hop(20, 21, 50, 2), hop(21, 1, 49, 3)],
      [[], 0],
    ],
    [
      'more than what left',
      [out(20, 100, 1)],
      [hop(20, 1, 9000, 2)],
      [[1], 1000],
    ],
    [
      'all at one moment, last hop first',
      [out(20, 100, 1)],
      [hop(21, 1, 100, 1), hop(20, 21, 100, 1)],
      [[1], 1000],
    ],
    [
      'a hop before the transfer out',
      [out(20, 100, 2)],
      [hop(20, 1, 100, 1)],
      [[], 0],
    ],
    [
      'a hop before the one before it',
      [out(20, 100, 1)],
      [hop(20, 21, 100, 3), hop(21, 1, 100, 2)],
      [[], 0],
    ],
    [
      'two halves do not add up',
      [out(20, 100, 1)],
      [hop(20, 1, 49, 2), hop(20, 1, 49, 3)],
      [[], 0],
    ],
    [
      'transfers out do not add up',
      [out(20, 40, 1), out(20, 60, 1)],
      [hop(20, 1, 25, 2)],
      [[1], 1000],
    ],
    [
      'an earlier, larger transfer out does not hide a smaller one',
      [out(20, 900, 1), out(20, 100, 5)],
      [hop(20, 1, 50, 5)],
      [[1], 1000],
    ],
    [
      'a smaller one that comes too late',
      [out(20, 900, 1), out(20, 100, 6)],
      [hop(20, 1, 50, 5)],
      [[], 0],
    ],
    ['the direct transfer alone is no path', [out(1, 100, 1)], [], [[], 1000]],
    [
      'rule 2 and a path',
      [out(1, 100, 1), out(20, 100, 1)],
      [hop(20, 1, 100, 2)],
      [[1], 1000],
    ],
    [
      'a loop of the buyer itself',
      [out(1, 100, 1)],
      [hop(1, 20, 100, 2), hop(20, 1, 100, 3)],
      [[], 1000],
    ],
    [
      'a transfer of the buyer to itself',
      [out(1, 100, 1)],
      [hop(1, 1, 100, 2)],
      [[], 1000],
    ],
    ['a buyer in between', [out(1, 100, 1)], [hop(1, 2, 100, 2)], [[2], 1500]],
    [
      'a buyer in between, and back by another way',
      [out(1, 100, 1), out(20, 120, 1)],
      [hop(1, 21, 100, 2), hop(20, 21, 100, 2), hop(21, 1, 60, 3)],
      [[1], 1000],
    ],
    [
      'the other way carries too little',
      [out(1, 100, 1), out(20, 121, 1)],
      [hop(1, 21, 100, 2), hop(20, 21, 100, 2), hop(21, 1, 60, 3)],
      [[], 1000],
    ],
    [
      'through pay_to it is no path',
      [out(20, 100, 1)],
      [row(wallet(20), PAY_TO, 100, at(2)), row(PAY_TO, wallet(1), 100, at(3))],
      [[], 0],
    ],
    [
      'a transfer out among the others does not count',
      [],
      [row(PAY_TO, wallet(20), 100, at(1)), hop(20, 1, 100, 2)],
      [[], 0],
    ],
    [
      'hops among the transfers do not count',
      [out(20, 100, 1), hop(20, 1, 100, 2)],
      [],
      [[], 0],
    ],
    [
      'a wallet that is no buyer',
      [out(20, 100, 1)],
      [hop(20, 21, 100, 2)],
      [[], 0],
    ],
    [
      'a hop outside the window',
      [out(20, 100, 1)],
      [row(wallet(20), wallet(1), 100, '2026-12-01T00:00:00Z')],
      [[], 0],
    ],
    [
      'a transfer out outside the window',
      [sent(20, 100, '2026-10-31T12:00:00Z')],
      [hop(20, 1, 100, 2)],
      [[], 0],
    ],
    ['a hop of nothing', [out(20, 1, 1)], [hop(20, 1, 0, 2)], [[], 0]],
    [
      'each settlement once',
      [out(20, 100, 1), out(2, 1, 1)],
      [hop(20, 1, 100, 2), hop(20, 2, 100, 2)],
      [[1, 2], 1500],
    ],
  ])('default: %s', (_, transfers, others, expected) => {
    expect(multiHop(transfers, others)).toEqual(expected)
  })

  test('behavior: one row that comes twice is one hop', () => {
    const twice = { ...hop(20, 1, 49, 2), tx: '0xa', log_index: 0 }
    const first = { ...hop(20, 2, 100, 2), tx: '0xa', log_index: 0 }
    expect(multiHop([out(20, 100, 1)], [first, twice])).toEqual([[2], 500])
  })

  test('behavior: self-dealing counts in the volume, pay_to is never listed', () => {
    const self = row(PAY_TO, PAY_TO, 7)
    expect(
      multiHop([self, out(20, 100, 1)], [row(wallet(20), PAY_TO, 100, at(2))]),
    ).toEqual([[], 7])
  })

  test('behavior: wallets are sorted by lower case, written as first seen', () => {
    const [a, b] = [`0x${'Aa'.repeat(20)}`, `0x${'bB'.repeat(20)}`]
    const rows = [
      row(b, PAY_TO, 1),
      row(a, PAY_TO, 1),
      row(a.toLowerCase(), PAY_TO, 1, '2026-11-01T00:00:00Z'),
      out(20, 1, 1),
    ]
    const hops = [row(wallet(20), b, 1, at(2)), row(wallet(20), a, 1, at(2))]
    expect(counterparty.judge(inputOf(rows, hops))).toMatchObject({
      extended: { multi_hop: { wallets: [a, b], washed_volume_atomic: '3' } },
    })
  })

  test('behavior: ten thousand transfers out of and hops from one wallet', () => {
    const outs = Array.from({ length: 10_000 }, (_, i) =>
      out(20, 10_000 - i, i % 30),
    )
    const hops = Array.from({ length: 10_000 }, (_, i) =>
      hop(20, 21 + (i % 5), i + 1, i % 60),
    )
    const last = Array.from({ length: 10_000 }, (_, i) =>
      hop(21 + (i % 5), 1 + (i % 2), 1, i % 60),
    )
    expect(multiHop(outs, [...hops, ...last])).toEqual([[1, 2], 1500])
  })
})
