import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isInputError } from '../../rulebook/input.js'
import { counterparty } from './rulebook.js'
import { hopLists, transferLists } from './testing/arbitraries.js'
import { inputOf, PAY_TO, paid, paidByEach, wallet } from './testing/sample.js'

const EXCLUDED = [{ wallet: wallet(2), why: 'bootstrap' }]

const sums = {
  volume_atomic: '5000',
  washed_volume_atomic: '1000',
  settlements: 5,
  buyers: 5,
  real_buyers: 4,
  repeat_buyers: 0,
  excluded_payers: [],
  extended: {
    multi_hop: { washed_volume_atomic: '1000', wallets: [] },
    refunds: { count: 0, volume_atomic: '0' },
    top_payer_share: 0.2,
    cohorts: [],
  },
}

const judged = (settlement: object, more: object = {}) =>
  counterparty.judge({ ...inputOf([]), ...more, settlement })

describe('settledOf', () => {
  test('default: sums are judged as the transfers they were added up from', () => {
    fc.assert(
      fc.property(transferLists, hopLists, (transfers, others) => {
        const input = {
          ...inputOf(transfers, others),
          excluded_wallets: EXCLUDED,
        }
        const listed = counterparty.judge(input)
        if ('error' in listed || listed.extended === null) throw new Error()
        const { totals, extended, disclosures } = listed
        const repeat_buyers = Math.round(
          (listed.repeat_buyer_rate ?? 0) * (listed.real_buyer_count ?? 0),
        )
        const summed = judged(
          {
            status: 'available',
            source: 'rpc-logs',
            figures: {
              ...totals,
              real_buyers: listed.real_buyer_count,
              repeat_buyers,
              excluded_payers: disclosures.map((one) => one.wallet),
              extended,
            },
          },
          { excluded_wallets: EXCLUDED },
        )
        expect(summed).toEqual(listed)
      }),
    )
  })

  test('behavior: listed transfers come before sums', () => {
    expect(
      judged({
        status: 'available',
        transfers: paidByEach(7),
        figures: sums,
      }),
    ).toMatchObject({ real_buyer_count: 7 })
    expect(
      judged({ status: 'available', transfers: null, figures: sums }),
    ).toMatchObject({ real_buyer_count: 4, wash_trading_ratio: 0.2 })
  })

  test.each([[{ figures: null }], [{ figures: sums, status: 'missing' }]])(
    'behavior: no feed: %j',
    (change) => {
      expect(judged({ status: 'available', ...change })).toMatchObject({
        wash_trading_ratio: null,
        feeds: { settlement: false },
      })
    },
  )

  test.each([
    [{ washed_volume_atomic: '5001' }],
    [{ repeat_buyers: 5 }],
    [{ real_buyers: 6 }],
    [{ buyers: 6 }],
    [{ volume_atomic: '-1' }],
    [{ settlements: 0.5 }],
  ])('behavior: sums that cannot be are an input error: %j', (change) => {
    const answer = judged({
      status: 'available',
      figures: { ...sums, ...change },
    })
    expect(isInputError(answer)).toBe(true)
  })

  test('behavior: an excluded wallet is disclosed only when it paid', () => {
    const excluded_wallets = [...EXCLUDED, ...EXCLUDED]
    expect(
      judged(
        {
          status: 'available',
          figures: { ...sums, excluded_payers: [PAY_TO] },
        },
        { excluded_wallets },
      ),
    ).toMatchObject({ disclosures: [] })
    expect(
      judged(
        { status: 'available', transfers: [paid(2, 5)] },
        { excluded_wallets },
      ),
    ).toMatchObject({ disclosures: EXCLUDED })
  })
})
