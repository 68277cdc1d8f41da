import { describe, expect, test } from 'vitest'
import { noPay, OTHER, pay, quiet, SELLER } from './testing/input.js'
import { reason, said } from './testing/said.js'

describe('pins', () => {
  const moved = (more: object = {}) =>
    quiet({ pin: { pay_to: OTHER }, ...more })

  test('pay_to_changed holds, unless pins are off', () => {
    expect(said(moved())).toEqual(['hold', 'hold pay_to_changed'])
    expect(reason(moved(), 'pay_to_changed')).toMatchObject({
      measured: SELLER,
      threshold: OTHER,
      would_allow: `payment to ${OTHER}`,
    })
    expect(said(moved({ policy: { pin_pay_to: false } }))).toEqual(['allow'])
    expect(said(moved({ pin: { pay_to: null } }))).toEqual(['allow'])
    expect(said(moved({ pin: null }))).toEqual(['allow'])
    expect(said(moved({ pin: { pay_to: SELLER.toLowerCase() } }))).toEqual([
      'allow',
    ])
    expect(
      said(moved({ terms: noPay('recheck', 'timeout', { pay_to: null }) })),
    ).toEqual(['hold', 'hold terms_recheck'])
  })

  test('rotating_pay_to is a note, above hold_above_usd a hold', () => {
    const rotating = {
      pin: { pay_to: OTHER, rotating: true },
      price_context: null,
      buyer_challenge: null,
    }
    expect(said(quiet({ ...rotating, terms: pay('250000') }))).toEqual([
      'allow',
      'note rotating_pay_to',
    ])
    expect(said(quiet({ ...rotating, terms: pay('250001') }))).toEqual([
      'hold',
      'hold over_hold_limit',
      'hold rotating_pay_to',
    ])
    expect(
      reason(quiet({ ...rotating, terms: pay('250001') }), 'rotating_pay_to')
        ?.would_allow,
    ).toBe('at or below 0.25 USD')
    const blind = quiet({ ...rotating, terms: null })
    expect(reason(blind, 'rotating_pay_to')).toMatchObject({
      measured: null,
      would_allow: null,
    })
  })
})

describe('price_multiple', () => {
  const at = (atomic: string, price_context: unknown, policy: object = {}) =>
    said(
      quiet({
        terms: pay(atomic),
        price_context,
        policy,
        buyer_challenge: null,
      }),
    )

  test.each([
    [
      'at the multiple',
      '50000',
      { median_atomic: '10000', hosts: 3 },
      {},
      ['allow'],
    ],
    [
      'above it',
      '50001',
      { median_atomic: '10000', hosts: 3 },
      {},
      ['hold', 'hold price_multiple'],
    ],
    [
      'half a median',
      '10',
      { median_atomic: '1.5', hosts: 3 },
      {},
      ['hold', 'hold price_multiple'],
    ],
    ['two hosts', '50001', { median_atomic: '10000', hosts: 2 }, {}, ['allow']],
    [
      'hosts not told',
      '50001',
      { median_atomic: '10000' },
      {},
      ['hold', 'hold price_multiple'],
    ],
    ['no median', '50001', { median_atomic: null, hosts: 3 }, {}, ['allow']],
    ['median 0', '50001', { median_atomic: '0', hosts: 3 }, {}, ['allow']],
    ['no context', '50001', null, {}, ['allow']],
    [
      'off',
      '50001',
      { median_atomic: '10000', hosts: 3 },
      { max_price_multiple: null },
      ['allow'],
    ],
    [
      'a part',
      '25001',
      { median_atomic: '10000', hosts: 3 },
      { max_price_multiple: 2.5 },
      ['hold', 'hold price_multiple'],
    ],
  ])('%s', (_, atomic, context, policy, expected) => {
    expect(at(atomic, context, policy)).toEqual(expected)
  })

  test('behavior: shown as a multiple, with the price that would pass', () => {
    const input = quiet({
      terms: pay('70000'),
      price_context: { median_atomic: '10001', hosts: 4 },
      buyer_challenge: null,
    })
    expect(reason(input, 'price_multiple')).toEqual({
      decision: 'hold',
      rulebook: 'policy',
      code: 'price_multiple',
      text: 'The price is 6.9993 times the median of its category, above 5 times.',
      measured: '6.9993',
      threshold: '5',
      would_allow: 'at or below 0.050005 USD',
    })
  })
})
