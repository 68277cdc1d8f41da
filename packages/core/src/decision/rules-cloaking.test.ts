import { describe, expect, test } from 'vitest'
import { OTHER, offer, pay, quiet, SELLER } from './testing/input.js'
import { reason, said } from './testing/said.js'

describe('cloaking', () => {
  const against = (bought: object, seen: object, more: object = {}) =>
    said(
      quiet({
        terms: pay('10000', { offers: [] }),
        buyer_challenge: [offer(bought)],
        own_probe: [offer(seen)],
        ...more,
      }),
    )

  test.each([
    ['equal', {}, {}, ['allow']],
    ['without case', {}, { pay_to: SELLER.toLowerCase() }, ['allow']],
    ['1 % more', { amount: '10100' }, {}, ['allow']],
    ['more than 1 % more', { amount: '10101' }, {}, ['hold', 'hold cloaking']],
    ['1 % less', { amount: '9900' }, {}, ['allow']],
    ['more than 1 % less', { amount: '9899' }, {}, ['hold', 'hold cloaking']],
    ['another wallet', { pay_to: OTHER }, {}, ['hold', 'hold cloaking']],
    [
      'no wallet seen',
      {},
      { pay_to: null, asset: null },
      ['hold', 'hold cloaking'],
    ],
    [
      'no wallet bought',
      { pay_to: null, asset: null },
      {},
      ['hold', 'hold cloaking'],
    ],
    ['another network', { network: 'eip155:1' }, {}, ['hold', 'hold cloaking']],
    ['another asset', { asset: OTHER }, {}, ['hold', 'hold cloaking']],
    ['the same network by name', {}, { network: 'base' }, ['allow']],
    ['nothing comparable seen', {}, { usable: false }, ['allow']],
    ['nothing readable seen', {}, { amount: 'x' }, ['allow']],
    [
      'nothing comparable bought',
      { usable: false, pay_to: OTHER },
      {},
      ['allow'],
    ],
  ])('%s', (_, bought, seen, expected) => {
    expect(against(bought, seen)).toEqual(expected)
  })

  test('behavior: any offer of our probe may match; the nearest is named', () => {
    const own_probe = [
      offer({ network: 'eip155:1', asset: OTHER, amount: '1' }),
      offer({ amount: '500' }),
      offer({ network: 'eip155:1', asset: OTHER }),
    ]
    const input = quiet({ own_probe })
    expect(reason(input, 'cloaking')).toEqual({
      decision: 'hold',
      rulebook: 'policy',
      code: 'cloaking',
      text: "The buyer's challenge differs from our own probe in amount.",
      measured: 'amount',
      threshold: '1 %',
      would_allow: 'the terms our own probe saw',
    })
    expect(said(quiet({ own_probe: [...own_probe, offer()] }))).toEqual([
      'allow',
    ])
  })

  test('behavior: the approved entry is compared, not the first', () => {
    const buyer_challenge = [
      offer({ network: 'eip155:1', amount: '5' }),
      offer(),
    ]
    expect(said(quiet({ buyer_challenge }))).toEqual(['allow'])
  })

  test('behavior: a recognised rotating wallet is a note, its price is not', () => {
    const pin = { pay_to: SELLER, rotating: true }
    expect(against({ pay_to: OTHER }, {}, { pin })).toEqual([
      'allow',
      'note cloaking',
      'note rotating_pay_to',
    ])
    expect(against({ pay_to: OTHER, amount: '1' }, {}, { pin })[0]).toBe('hold')
  })

  test('behavior: nothing to compare with is no finding', () => {
    expect(said(quiet({ own_probe: null }))).toEqual(['allow'])
    expect(said(quiet({ own_probe: [] }))).toEqual(['allow'])
    expect(
      said(
        quiet({ buyer_challenge: null, own_probe: [offer({ amount: '1' })] }),
      ),
    ).toEqual(['allow'])
  })
})
