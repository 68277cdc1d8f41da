import { describe, expect, test } from 'vitest'
import type { LoopLimits, TransferColumns } from './columns.js'
import { loopsOf } from './loops-of.js'

const LIMITS = { recipients: 3, wallets: 6, hops: 3, share: 2 }
/** payer, payee, moment, low, high */
type Row = readonly [number, number, number, number, number?]

function columnsOf(rows: readonly Row[]): TransferColumns {
  const column = (of: (row: Row) => number) => Uint32Array.from(rows, of)
  return {
    count: rows.length,
    payer: column(([payer]) => payer),
    payee: column(([, payee]) => payee),
    at: column(([, , moment]) => moment),
    low: column(([, , , low]) => low),
    high: column(([, , , , high = 0]) => high),
  }
}

/** Of seller 1 with payers 2 and 3: who is reached, and what is cut. */
function follow(
  roots: readonly Row[],
  hops: readonly Row[],
  limits: LoopLimits = LIMITS,
) {
  const { reached, hubs, unread } = loopsOf({
    edges: columnsOf(hops),
    roots: columnsOf(roots),
    payers: {
      sellers: Uint32Array.of(1),
      starts: Uint32Array.of(0, 3),
      payers: Uint32Array.of(1, 2, 3),
    },
    limits,
  })
  return [[...reached.payer].sort(), [...hubs.wallet], unread[0]]
}

const LARGE = 2 ** 30

describe('loopsOf', () => {
  test.each<[string, Row[], Row[], number[]]>([
    ['one wallet between', [[1, 20, 1, 100]], [[20, 2, 2, 50]], [2]],
    ['less than half', [[1, 20, 1, 101]], [[20, 2, 2, 50]], []],
    [
      'half of what is large',
      [[1, 20, 1, 2, LARGE]],
      [[20, 2, 2, 1, LARGE / 2]],
      [2],
    ],
    ['less by one', [[1, 20, 1, 3, LARGE]], [[20, 2, 2, 1, LARGE / 2]], []],
    ['earlier', [[1, 20, 2, 100]], [[20, 2, 1, 100]], []],
    [
      'three wallets, all at one moment, last hop first',
      [[1, 20, 1, 9]],
      [
        [22, 3, 1, 9],
        [21, 22, 1, 9],
        [20, 21, 1, 9],
      ],
      [3],
    ],
    [
      'a loop of the buyer itself is none, another way is one',
      [
        [1, 2, 1, 8],
        [1, 20, 1, 9],
      ],
      [
        [2, 21, 2, 9],
        [20, 21, 2, 9],
        [21, 2, 3, 9],
      ],
      [2],
    ],
    [
      'the smaller of two of one way, and a third that adds nothing',
      [
        [1, 20, 1, 90],
        [1, 20, 2, 10],
        [1, 20, 3, 40],
      ],
      [[20, 2, 4, 5]],
      [2],
    ],
    [
      'through two, the smaller later',
      [
        [1, 20, 1, 9],
        [1, 21, 1, 9],
        [1, 22, 1, 4],
      ],
      [
        [20, 30, 2, 9],
        [21, 30, 3, 9],
        [22, 30, 4, 9],
        [30, 2, 5, 2],
      ],
      [2],
    ],
    ['nobody is paid', [[1, 20, 1, 9]], [[20, 40, 2, 9]], []],
    ['through the seller', [[1, 20, 1, 9]], [[20, 1, 2, 9]], []],
  ])('default: %s', (_, roots, hops, reached) => {
    expect(follow(roots, hops)).toEqual([reached, [], 0])
  })

  test('behavior: who sends to too many, the seller not counted', () => {
    const roots: Row[] = [[1, 20, 1, 9]]
    const to = (...payees: number[]): Row[] =>
      payees.map((payee, i) => [20, payee, 2 + i, 9])
    expect(follow(roots, to(1, 40, 41, 2))).toEqual([[2], [], 0])
    expect(follow(roots, to(1, 40, 41, 42, 2))).toEqual([[], [20], 0])
    expect(follow(roots, to(40, 41, 42, 2, 43, 44, 40))).toEqual([[], [20], 0])
    const many = [20, 21, 22, 23].map((payee): Row => [1, payee, 1, 9])
    expect(follow(many, [])).toEqual([[], [1], 0])
  })

  test('behavior: beyond the most wallets the earliest are read', () => {
    const roots = [20, 21, 22].map((payee): Row => [1, payee, 1, 9])
    const hops: Row[] = [
      [22, 32, 2, 9],
      [20, 30, 3, 9],
      [21, 31, 4, 9],
      [32, 2, 5, 9],
      [31, 3, 6, 9],
    ]
    const limits = { ...LIMITS, wallets: 5 }
    expect(follow(roots, hops, limits)).toEqual([[2], [], 2])
    expect(follow(roots, hops, { ...LIMITS, wallets: 8 })).toEqual([
      [2, 3],
      [],
      0,
    ])
  })
})
