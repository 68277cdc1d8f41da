import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fraction } from '../money/fraction.js'
import { decimalOf, usdOf } from '../money/usd-text.js'
import { policySha256 } from './policy-digest.js'
import {
  defaultPolicy,
  spendPolicySchema,
  unknownPolicyFields,
} from './spend-policy.js'

describe('spendPolicySchema', () => {
  test('default: every default of the page', () => {
    expect(defaultPolicy).toEqual({
      max_per_payment_usd: '1',
      hold_above_usd: '0.25',
      daily_cap_usd: '25',
      hourly_cap_usd: null,
      per_host_daily_cap_usd: null,
      allowed_networks: [
        'eip155:8453',
        'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
      ],
      host_allowlist: [],
      host_blocklist: [],
      pay_to_allowlist: [],
      pay_to_blocklist: [],
      strict_allowlist: false,
      max_price_multiple: '5',
      max_authorization_seconds: 600,
      require_https: true,
      pin_pay_to: true,
      hold_on_drift: true,
      hold_after_failed_probes: 3,
      hold_unknown_merchant_above_usd: '0.05',
      rulebooks: {
        terms: {
          pay: 'allow',
          skip: 'block',
          recheck: 'hold',
          not_exercised: 'hold',
        },
        destination: {
          block: 'block',
          suspicious: 'hold',
          unknown: 'allow',
          trusted: 'allow',
          unavailable: 'note',
        },
        counterparty: {
          avoid: 'hold',
          caution: 'note',
          trusted: 'allow',
          unavailable: 'note',
        },
        merchant: {
          AVOID: 'hold',
          CAUTION: 'note',
          INSUFFICIENT_SIGNAL: 'note',
          PROCEED: 'allow',
          unavailable: 'note',
        },
        'endpoint-health': {
          low: 'note',
          unknown: 'note',
          failed_probes: 'hold',
          unavailable: 'note',
        },
        sanctions: { sanctioned: 'block', unknown: 'note' },
        screening: { listed: 'block' },
        challenge: {
          cloaking: 'hold',
          upfront_flow: 'hold',
          unlimited_approval: 'hold',
          ceiling_over_limit: 'hold',
          scheme_unknown: 'block',
        },
        signed_offer: {
          mismatch: 'block',
          expired: 'block',
          signer_unbound: 'note',
        },
      },
    })
  })

  test('behavior: null is the default, save for a limit that can be off', () => {
    const keys = Object.keys(defaultPolicy)
    const nulls = Object.fromEntries(keys.map((key) => [key, null]))
    expect(spendPolicySchema.parse(nulls)).toEqual({
      ...defaultPolicy,
      max_price_multiple: null,
    })
    expect(
      spendPolicySchema.parse({ rulebooks: { merchant: { AVOID: null } } }),
    ).toEqual(defaultPolicy)
  })

  test('behavior: amounts are exact and come in one form', () => {
    const policy = spendPolicySchema.parse({
      max_per_payment_usd: 0.1,
      hold_above_usd: '0.100',
      daily_cap_usd: 1e-7,
      hourly_cap_usd: '123456789012345678901234567890.5',
      max_price_multiple: 2.5,
    })
    expect(policy).toMatchObject({
      max_per_payment_usd: '0.1',
      hold_above_usd: '0.1',
      daily_cap_usd: '0.0000001',
      hourly_cap_usd: '123456789012345678901234567890.5',
      max_price_multiple: '2.5',
    })
  })

  test('behavior: names of networks are mapped', () => {
    expect(
      spendPolicySchema.parse({ allowed_networks: ['base', 'eip155:1'] })
        .allowed_networks,
    ).toEqual(['eip155:8453', 'eip155:1'])
  })

  test.each([
    ['a negative amount', { daily_cap_usd: -1 }, 'daily_cap_usd'],
    ['an amount that is text', { daily_cap_usd: '1 USD' }, 'daily_cap_usd'],
    ['an amount of another type', { daily_cap_usd: true }, 'daily_cap_usd'],
    ['no host', { host_blocklist: ['a.example', 'x/y'] }, 'host_blocklist.1'],
    [
      'an address with a blank',
      { pay_to_blocklist: ['0x 1'] },
      'pay_to_blocklist.0',
    ],
    [
      'zero probes',
      { hold_after_failed_probes: 0 },
      'hold_after_failed_probes',
    ],
    [
      'half a probe',
      { hold_after_failed_probes: 1.5 },
      'hold_after_failed_probes',
    ],
    [
      'sanctions off',
      { rulebooks: { sanctions: { sanctioned: 'note' } } },
      'rulebooks.sanctions.sanctioned',
    ],
    [
      'skip off',
      { rulebooks: { terms: { skip: 'hold' } } },
      'rulebooks.terms.skip',
    ],
    [
      'recheck let pass',
      { rulebooks: { terms: { recheck: 'note' } } },
      'rulebooks.terms.recheck',
    ],
    [
      'a feed let pass',
      { rulebooks: { screening: { listed: 'note' } } },
      'rulebooks.screening.listed',
    ],
    [
      'another word',
      { rulebooks: { destination: { suspicious: 'warn' } } },
      'rulebooks.destination.suspicious',
    ],
  ])('refuses %s', (_, policy, path) => {
    const parsed = spendPolicySchema.safeParse(policy)
    expect(parsed.error?.issues[0]?.path.join('.')).toBe(path)
  })

  test('behavior: an effective policy reads back as itself', () => {
    const property = fc.property(
      fc.record(
        {
          max_per_payment_usd: fc.double({ min: 0, max: 1e9, noNaN: true }),
          max_price_multiple: fc.option(fc.nat()),
          strict_allowlist: fc.boolean(),
          host_allowlist: fc.array(fc.domain()),
        },
        { requiredKeys: [] },
      ),
      (given) => {
        const read = spendPolicySchema.safeParse(given)
        fc.pre(read.success)
        expect(spendPolicySchema.parse(read.data)).toEqual(read.data)
      },
    )
    void fc.assert(property)
  })

  test('behavior: total on any JSON', () => {
    void fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        spendPolicySchema.safeParse(value)
        unknownPolicyFields(value)
      }),
    )
  })
})

describe('policySha256', () => {
  test('default: equal limits have one digest', () => {
    const one = policySha256(spendPolicySchema.parse({ hold_above_usd: 0.25 }))
    expect(one).toBe(policySha256(defaultPolicy))
    expect(one).not.toBe(
      policySha256(spendPolicySchema.parse({ hold_above_usd: 0.26 })),
    )
  })
})

describe('policySha256 of a frozen policy', () => {
  test('behavior: is that of the same limits', () => {
    const policy = Object.freeze({ ...defaultPolicy })
    expect(policySha256(policy)).toBe(policySha256(defaultPolicy))
    expect(policySha256(policy)).toBe(policySha256(defaultPolicy))
  })
})

describe('policySha256 of many policies', () => {
  test('behavior: does not depend on what was asked before', () => {
    const of = (amount: number) =>
      policySha256({ ...defaultPolicy, hold_above_usd: String(amount) })
    const digests = Array.from({ length: 200 }, (_, i) => of(i))
    expect(Array.from({ length: 200 }, (_, i) => of(i))).toEqual(digests)
    expect(new Set(digests).size).toBe(200)
  })
})

describe('unknownPolicyFields', () => {
  test('default: names what no policy has, inside rulebooks as well', () => {
    expect(
      unknownPolicyFields(
        JSON.parse(
          '{"daily_cap":1,"daily_cap_usd":1,"__proto__":{},"allowed_networks":["x"],"rulebooks":{"merchant":{"AVOID":"hold","REJECT":"block"},"x":{}}}',
        ),
      ),
    ).toEqual([
      'daily_cap',
      '__proto__',
      'rulebooks.merchant.REJECT',
      'rulebooks.x',
    ])
    expect(unknownPolicyFields(null)).toEqual([])
    expect(unknownPolicyFields({ rulebooks: 1 })).toEqual([])
  })
})

describe('decimalOf', () => {
  test('default: plain decimals', () => {
    expect(decimalOf(usdOf('12.3400'))).toBe('12.34')
    expect(decimalOf(fraction(5n))).toBe('5')
  })
})

describe('wallet lists', () => {
  test('behavior: an upper-case prefix means the same wallet', () => {
    const hex = 'A'.repeat(40)
    expect(
      spendPolicySchema.parse({ pay_to_blocklist: [`0X${hex}`, 'EPjF'] })
        .pay_to_blocklist,
    ).toEqual([`0x${hex}`, 'EPjF'])
  })
})
