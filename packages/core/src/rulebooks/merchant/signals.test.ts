import { describe, expect, test } from 'vitest'
import { EVM, flags, judged, NOW, SOLANA } from './testing/judged.js'

describe('signals', () => {
  test.each([
    ['2026-11-16T12:00:00Z', []],
    ['2026-11-16T12:00:00.000000001Z', ['new_wallet']],
    ['2026-11-16T12:00:01Z', ['new_wallet']],
    [NOW, ['new_wallet']],
    ['2026-11-30T12:00:01Z', []],
    ['yesterday', []],
  ])('behavior: first seen %s gives %s', (first_seen, expected) => {
    expect(flags({ first_seen })).toEqual(expected)
  })

  test.each([
    [10, 2, ['low_payer_diversity'], 'HIGH'],
    [10, 3, [], 'MEDIUM'],
    [10, 5, [], 'MEDIUM'],
    [10, 6, [], 'LOW'],
    [1000, 49, ['low_payer_diversity'], 'HIGH'],
    [1000, 50, [], 'LOW'],
    [10, null, [], 'UNKNOWN'],
    [10, 0, ['low_payer_diversity'], 'HIGH'],
  ])(
    'behavior: of %s settlements %s payers',
    (total, unique, expected, concentration) => {
      const act = { total_tx_count: total, unique_payers: unique }
      const { risk_flags, signals } = judged({}, act)
      expect([risk_flags, signals.payer_concentration]).toEqual([
        expected,
        concentration,
      ])
    },
  )

  test.each([
    [65, 35, []],
    [64, 36, ['high_abandon_rate']],
    [0, 0, []],
    [0, 1, ['high_abandon_rate']],
    [1, null, []],
    [null, 1, []],
  ])(
    'behavior: %s completed, %s abandoned flows',
    (completed_flows, abandoned_flows, expected) => {
      expect(flags({ completed_flows, abandoned_flows })).toEqual(expected)
    },
  )

  test.each([
    [20, 0, '1', ['no_refund_recourse']],
    [19, 0, '1', []],
    [20, 1, '1', []],
    [20, 0, '0', []],
    [20, 0, 'x', []],
    [20, null, '1', []],
  ])(
    'behavior: %s settlements, %s refunds, %s eligible',
    (total, refund_count, eligible, expected) => {
      const act = {
        total_tx_count: total,
        unique_payers: 15,
        refund_count,
        refund_eligible_volume_atomic: eligible,
      }
      expect(flags(act)).toEqual(expected)
    },
  )

  const A = '0x1111111111111111111111111111111111111abc'
  const B = '0x2222222222222222222222222222222222222222'
  const seen = (resource: string, payer: string, price_atomic: unknown) => ({
    resource,
    payer,
    price_atomic,
  })
  test.each([
    ['two payers, two prices', [seen('r', A, '10'), seen('r', B, '11')], true],
    [
      'one payer in two spellings',
      [seen('r', A, '10'), seen('r', A.toUpperCase().replace('X', 'x'), '11')],
      false,
    ],
    ['two payers, one price', [seen('r', A, '10'), seen('r', B, '010')], false],
    ['two resources', [seen('r', A, '10'), seen('s', B, '11')], false],
    [
      'a price change for one of two payers',
      [seen('r', A, '10'), seen('r', B, '10'), seen('r', A, '11')],
      true,
    ],
    [
      'the same in another order',
      [seen('r', A, '10'), seen('r', A, '11'), seen('r', B, '10')],
      true,
    ],
    [
      'a resource named like a prototype key',
      [seen('__proto__', A, '10'), seen('__proto__', B, '11')],
      true,
    ],
    ['an unreadable price', [seen('r', A, '10'), seen('r', B, 11), 'x'], false],
  ])('behavior: %s', (_, payer_price_observations, fires) => {
    const answer = judged({}, { payer_price_observations })
    expect([answer.risk_flags, answer.signal_status.price_consistency]).toEqual(
      [fires ? ['price_variance'] : [], 'live'],
    )
  })

  const quiet = Array.from({ length: 9 }, (_, i) => ({
    day: `2026-11-2${i}`,
    tx_count: 10,
    volume_atomic: '10000',
  }))
  const newest = { day: '2026-11-29', tx_count: 10, volume_atomic: '10000' }
  test.each([
    ['an ordinary day', newest, EVM, 'live', []],
    [
      'a day of large amounts',
      { ...newest, volume_atomic: '100001' },
      EVM,
      'live',
      ['velocity_anomaly'],
    ],
    [
      '800 settlements on Base',
      { ...newest, tx_count: 800 },
      EVM,
      'live',
      ['velocity_anomaly'],
    ],
    [
      '800 settlements on Solana',
      { ...newest, tx_count: 800 },
      SOLANA,
      'live',
      [],
    ],
    ['an unreadable day', { ...newest, day: '2026-11-31' }, EVM, 'dormant', []],
    [
      'a day as a date-time',
      { ...newest, day: '2026-11-29T00:00:00Z' },
      EVM,
      'dormant',
      [],
    ],
    ['a broken count', { ...newest, tx_count: 1.5 }, EVM, 'dormant', []],
    [
      'a volume as a number',
      { ...newest, volume_atomic: 10 },
      EVM,
      'dormant',
      [],
    ],
    ['no object', 5, EVM, 'dormant', []],
  ])('behavior: %s', (_, day, wallet, status, expected) => {
    const answer = judged({ wallet }, { daily: [...quiet, day] })
    expect([answer.signal_status.velocity, answer.risk_flags]).toEqual([
      status,
      expected,
    ])
  })

  test('behavior: without a readable observation prices are dormant', () => {
    for (const list of [null, [], [5, {}, seen('r', A, 1)]])
      expect(
        judged({}, { payer_price_observations: list }).signal_status
          .price_consistency,
      ).toBe('dormant')
  })
})
