import { describe, expect, test } from 'vitest'
import { parseInstant } from '../../time/instant.js'
import { NOW, PAY_TO, paid, row, wallet } from './testing/sample.js'
import { createWalletKey } from './wallet-key.js'
import { inTimeOrder, transfersInWindow } from './window.js'

const now = parseInstant(NOW) as NonNullable<ReturnType<typeof parseInstant>>
const amounts = (rows: readonly unknown[]) =>
  transfersInWindow(rows, now, createWalletKey('eip155:8453')).map(
    ({ amount }) => Number(amount),
  )

describe('transfersInWindow', () => {
  test('default', () => {
    const upper = `0x${'AB'.repeat(20)}`
    expect(
      transfersInWindow(
        [row(upper, PAY_TO, '007')],
        now,
        createWalletKey('eip155:8453'),
      ),
    ).toEqual([
      {
        from: upper.toLowerCase(),
        to: PAY_TO.toLowerCase(),
        sender: upper,
        amount: 7n,
        at: parseInstant('2026-11-20T00:00:00Z'),
      },
    ])
  })

  test.each([
    ['2026-10-31T12:00:00Z', 0],
    ['2026-10-31T12:00:00.0000001Z', 1],
    ['2026-10-31T13:00:00+01:00', 0],
    ['2026-11-30T12:00:00Z', 1],
    ['2026-11-30T12:00:00.0000001Z', 0],
    ['2026-11-30T13:00:00+01:00', 1],
  ])('behavior: at %s %i counts', (at, count) => {
    expect(amounts([paid(1, 1, at)])).toHaveLength(count)
  })

  test('behavior: nothing of 0, nothing unreadable', () => {
    expect(amounts([paid(1, 0), paid(1, 1), 7, row('a', PAY_TO, 'x')])).toEqual(
      [1],
    )
  })

  test.each([
    [
      'equal in both',
      [
        { tx: 'a', log_index: 1 },
        { tx: 'a', log_index: 1 },
      ],
      [1],
    ],
    [
      'another log',
      [
        { tx: 'a', log_index: 1 },
        { tx: 'a', log_index: 2 },
      ],
      [1, 2],
    ],
    [
      'another case of tx',
      [
        { tx: 'a', log_index: 1 },
        { tx: 'A', log_index: 1 },
      ],
      [1, 2],
    ],
    ['no log', [{ tx: 'a' }, { tx: 'a' }], [1, 2]],
    [
      'null log',
      [
        { tx: 'a', log_index: null },
        { tx: 'a', log_index: null },
      ],
      [1, 2],
    ],
    ['no tx', [{ log_index: 1 }, { log_index: 1 }], [1, 2]],
    [
      'an unreadable one first',
      [
        { tx: 'a', log_index: 1, at: 'x' },
        { tx: 'a', log_index: 1 },
      ],
      [2],
    ],
    [
      'one of 0 first',
      [
        { tx: 'a', log_index: 1, amount_atomic: '0' },
        { tx: 'a', log_index: 1 },
      ],
      [],
    ],
    [
      'one outside the window first',
      [
        { tx: 'a', log_index: 1, at: '2026-01-01T00:00:00Z' },
        { tx: 'a', log_index: 1 },
      ],
      [],
    ],
    [
      'prototype names',
      [
        { tx: '__proto__', log_index: 1 },
        { tx: '__proto__', log_index: 1 },
      ],
      [1],
    ],
    [
      'several logs of one tx, again',
      [1, 2, 3, 2, 3, 1, 4].map((log_index) => ({ tx: 'a', log_index })),
      [1, 2, 3, 7],
    ],
  ])('behavior: repeated rows: %s', (_, places, left) => {
    const rows = places.map((place, i) => ({ ...paid(1, i + 1), ...place }))
    expect(amounts(rows)).toEqual(left)
  })
})

describe('inTimeOrder', () => {
  test('default', () => {
    const rows = [
      paid(1, 1, '2026-11-20T00:00:00.0002Z'),
      paid(2, 2, '2026-11-20T00:00:00.0001Z'),
    ]
    const transfers = transfersInWindow(rows, now, createWalletKey(null))
    expect(inTimeOrder(transfers).map(({ from }) => from)).toEqual([
      wallet(2),
      wallet(1),
    ])
  })
})
