import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { merchant } from './rulebook.js'
import { input } from './testing/judged.js'

describe('merchantInput', () => {
  test.each([
    ['now', { now: undefined }, {}],
    ['now', { now: '2026-11-30' }, {}],
    ['wallet', { wallet: 5 }, {}],
    ['indexed', { indexed: 'yes' }, {}],
    ['activity', { activity: [] }, {}],
    ['price_usd', { price_usd: true }, {}],
    ['platforms', { platforms: {} }, {}],
    ['comparable_prices_atomic', { comparable_prices_atomic: '1' }, {}],
    ['category', { category: 1 }, {}],
    ['activity.source', {}, { source: 'elsewhere' }],
    ['activity.total_tx_count', {}, { total_tx_count: '60' }],
    ['activity.daily', {}, { daily: 'none' }],
    ['activity.first_seen', {}, { first_seen: 1 }],
    [
      'activity.refund_eligible_volume_atomic',
      {},
      { refund_eligible_volume_atomic: 1 },
    ],
  ])('behavior: a bad %s is an input error', (path, over, act) => {
    expect(merchant.judge(input(over, act))).toEqual({
      error: { code: 'invalid_input', message: expect.any(String), path },
    })
  })

  test('behavior: total and deterministic on any JSON', () => {
    const odd = fc.jsonValue()
    const rows = fc.array(
      fc.oneof(
        odd,
        fc.record({
          day: fc.constantFrom('2026-11-29', '2026-11-10'),
          tx_count: fc.nat(),
          volume_atomic: fc.nat().map(String),
        }),
      ),
    )
    const field = fc.record(
      {
        total_tx_count: fc.oneof(odd, fc.nat(99)),
        unique_payers: odd,
        daily: rows,
        payer_price_observations: fc.array(odd),
        first_seen: odd,
      },
      { requiredKeys: [] },
    )
    const wide = fc.record(
      {
        activity: field,
        price_usd: odd,
        comparable_prices_atomic: fc.array(odd),
        category: odd,
        platforms: fc.array(odd),
      },
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(
        fc.oneof(
          odd,
          wide.map((over) => ({ ...input(), ...over })),
        ),
        (json) => {
          const text = JSON.stringify(merchant.judge(json))
          expect(JSON.stringify(merchant.judge(json))).toBe(text)
          const answer = JSON.parse(text)
          if (!('error' in answer)) merchant.output.parse(answer)
        },
      ),
    )
  })
})
