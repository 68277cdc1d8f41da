import { describe, expect, test } from 'vitest'
import { decide } from './decide.js'
import { noPay, OTHER, pay, quiet, SELLER, SOLANA } from './testing/input.js'
import { reason, said } from './testing/said.js'

describe('limits: strictly greater triggers', () => {
  const at = (atomic: string, policy: object, more: object = {}) =>
    said(
      quiet({
        terms: pay(atomic),
        policy,
        price_context: null,
        buyer_challenge: null,
        ...more,
      }),
    )

  test.each([
    [
      'max_per_payment_usd',
      { hold_above_usd: 9 },
      '1000000',
      '1000001',
      'block over_payment_cap',
    ],
    ['hold_above_usd', {}, '250000', '250001', 'hold over_hold_limit'],
    [
      'exact beyond six decimals',
      { hold_above_usd: '0.0100001' },
      '10000',
      '10001',
      'hold over_hold_limit',
    ],
    [
      'beyond 2^53',
      {
        hold_above_usd: '9007199254.740993',
        max_per_payment_usd: '99999999999999',
        daily_cap_usd: '99999999999999',
      },
      '9007199254740993',
      '9007199254740994',
      'hold over_hold_limit',
    ],
  ])('%s', (_, policy, allowed, stopped, expected) => {
    expect(at(allowed, policy)).toEqual(['allow'])
    expect(at(stopped, policy)).toEqual([expected.split(' ')[0], expected])
  })

  test.each([
    [
      'hourly_cap',
      { hourly_cap_usd: '5' },
      { hour_usd: '4.99', day_usd: 0, host_day_usd: 0 },
    ],
    [
      'daily_cap',
      { daily_cap_usd: 5 },
      { hour_usd: 0, day_usd: 4.99, host_day_usd: 0 },
    ],
    [
      'host_cap',
      { per_host_daily_cap_usd: 5 },
      { hour_usd: 0, day_usd: 0, host_day_usd: '4.99' },
    ],
  ])('%s with what was spent', (code, policy, spent) => {
    expect(at('10000', policy, { spent })).toEqual(['allow'])
    const input = quiet({
      terms: pay('10001'),
      policy,
      spent,
      buyer_challenge: null,
    })
    expect(decide(input)).toEqual({
      decision: 'block',
      reasons: [
        {
          decision: 'block',
          rulebook: 'policy',
          code,
          text: expect.stringContaining('5.000001 USD'),
          measured: '5.000001',
          threshold: '5',
          would_allow: 'at or below 0.01 USD',
        },
      ],
      retry_after_s: null,
    })
  })

  test('behavior: a cap that is used up would allow nothing', () => {
    const input = quiet({ spent: { day_usd: '25' } })
    expect(reason(input, 'daily_cap')?.would_allow).toBeNull()
    const over = quiet({ spent: { day_usd: '26' } })
    expect(reason(over, 'daily_cap')?.would_allow).toBeNull()
  })

  test('behavior: unknown spending counts the payment alone and is named once', () => {
    const policy = { hourly_cap_usd: '0.009', per_host_daily_cap_usd: 3 }
    expect(said(quiet({ policy, spent: null }))).toEqual([
      'block',
      'block hourly_cap',
      'note evidence_unavailable',
    ])
    expect(said(quiet({ spent: { day_usd: '0' } }))).toEqual(['allow'])
    expect(said(quiet({ spent: { hour_usd: '0' } }))).toEqual([
      'allow',
      'note evidence_unavailable',
    ])
  })

  test('text of a limit', () => {
    expect(
      reason(quiet({ terms: pay('1500000') }), 'over_payment_cap'),
    ).toEqual({
      decision: 'block',
      rulebook: 'policy',
      code: 'over_payment_cap',
      text: 'The price is 1.5 USD, above the limit of 1 USD a payment.',
      measured: '1.5',
      threshold: '1',
      would_allow: 'at or below 1 USD',
    })
  })
})

describe('the lists of the policy', () => {
  const under = (policy: object, more: object = {}) =>
    said(quiet({ policy, ...more }))

  test.each([
    [
      'host',
      { host_blocklist: ['api.example.com'] },
      ['block', 'block host_blocked'],
    ],
    [
      'domain above',
      { host_blocklist: ['x.example', 'example.com'] },
      ['block', 'block host_blocked'],
    ],
    ['another host', { host_blocklist: ['xample.com'] }, ['allow']],
    [
      'wallet, without case',
      { pay_to_blocklist: [SELLER.toLowerCase()] },
      ['block', 'block pay_to_blocked'],
    ],
    ['another wallet', { pay_to_blocklist: [OTHER] }, ['allow']],
    [
      'strict without lists',
      { strict_allowlist: true },
      ['block', 'block not_on_allowlist'],
    ],
    [
      'strict, host listed',
      { strict_allowlist: true, host_allowlist: ['api.example.com'] },
      ['allow'],
    ],
    [
      'strict, host not listed',
      { strict_allowlist: true, host_allowlist: ['example.com'] },
      ['block', 'block not_on_allowlist'],
    ],
    [
      'strict, wallet listed',
      { strict_allowlist: true, pay_to_allowlist: [SELLER] },
      ['allow'],
    ],
    [
      'strict, wallet not listed',
      { strict_allowlist: true, pay_to_allowlist: [OTHER] },
      ['block', 'block not_on_allowlist'],
    ],
    [
      'strict, both must hold',
      {
        strict_allowlist: true,
        host_allowlist: ['x.example'],
        pay_to_allowlist: [OTHER],
      },
      ['block', 'block not_on_allowlist', 'block not_on_allowlist'],
    ],
    [
      'lists without strict',
      { host_allowlist: ['x.example'], pay_to_allowlist: [OTHER] },
      ['allow'],
    ],
    [
      'network',
      { allowed_networks: [SOLANA] },
      ['block', 'block network_not_allowed'],
    ],
    ['network by its v1 name', { allowed_networks: ['base'] }, ['allow']],
  ])('%s', (_, policy, expected) => {
    expect(under(policy)).toEqual(expected)
  })

  test('behavior: an unknown wallet is on no list', () => {
    expect(
      under(
        {
          strict_allowlist: true,
          pay_to_allowlist: [OTHER],
          pay_to_blocklist: [SELLER],
        },
        { terms: noPay('recheck', 'timeout', { pay_to: null }) },
      ),
    ).toEqual(['hold', 'hold terms_recheck'])
  })

  test('not_https, unless the policy lets it', () => {
    const subject = { resource: 'GET http://api.example.com/x' }
    expect(said(quiet({ subject }))).toEqual(['block', 'block not_https'])
    expect(under({ require_https: false }, { subject })).toEqual(['allow'])
  })
})
