import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DECISION_CODES } from './codes.js'
import { type Decision, decide } from './decide.js'
import {
  NOW,
  noPay,
  OTHER,
  pay,
  quiet,
  SELLER,
  withAnswers,
} from './testing/input.js'
import { said } from './testing/said.js'

describe('decide', () => {
  test('default: nothing found is allow', () => {
    expect(decide(quiet())).toEqual({
      decision: 'allow',
      reasons: [],
      retry_after_s: null,
    })
  })

  test('behavior: only now, a resource and terms; what is missing is unknown', () => {
    expect(
      decide({
        now: NOW,
        subject: { resource: 'GET https://api.example.com/x' },
        terms: pay(),
      }),
    ).toEqual({
      decision: 'allow',
      reasons: [
        {
          decision: 'note',
          rulebook: 'sanctions',
          code: 'sanctions_unknown',
          text: 'Whether the wallet is sanctioned is unknown: the list is missing.',
          measured: 'missing',
          threshold: 'fresh',
          would_allow: 'a fresh list without a match',
        },
        {
          decision: 'note',
          rulebook: 'policy',
          code: 'evidence_unavailable',
          text: 'There is no answer of the spend ledger.',
          measured: 'spent',
          threshold: null,
          would_allow: 'an answer of the spend ledger',
        },
        ...['destination', 'counterparty', 'merchant', 'endpoint-health'].map(
          (rulebook) => ({
            decision: 'note',
            rulebook,
            code: 'evidence_unavailable',
            text: `There is no answer of ${rulebook}.`,
            measured: 'not_judged',
            threshold: null,
            would_allow: `an answer of ${rulebook}`,
          }),
        ),
      ],
      retry_after_s: null,
    })
  })

  test('behavior: the worst wins, all are listed, worst first', () => {
    const input = withAnswers(
      {
        counterparty: { verdict: 'caution' },
        destination: { verdict: 'block' },
      },
      {
        terms: pay('2000000'),
        price_context: null,
        sanctions: {
          status: 'fresh',
          matches: [{ address: SELLER, list: 'SDN', entry: '7' }],
        },
        buyer_challenge: null,
        own_probe: null,
      },
    )
    expect(said(input)).toEqual([
      'block',
      'block sanctioned',
      'block destination_block',
      'block over_payment_cap',
      'hold over_hold_limit',
      'note counterparty_caution',
    ])
  })

  test.each([
    ['no object', null, ''],
    ['now missing', quiet({ now: undefined }), 'now'],
    ['now unreadable', quiet({ now: 'today' }), 'now'],
    ['no subject', quiet({ subject: null }), 'subject'],
    [
      'no resource',
      quiet({ subject: { resource: 'GET /x' } }),
      'subject.resource',
    ],
    ['a policy of another type', quiet({ policy: [] }), 'policy'],
    [
      'a limit that cannot be read',
      quiet({ policy: { daily_cap_usd: '1,5' } }),
      'policy.daily_cap_usd',
    ],
    [
      'an unknown verdict',
      quiet({ terms: noPay('maybe', 'x') }),
      'terms.verdict',
    ],
    [
      'pay without a payment',
      quiet({ terms: noPay('pay', 'price_ok') }),
      'terms.payment',
    ],
    [
      'pay without the key',
      quiet({ terms: { verdict: 'pay' } }),
      'terms.payment',
    ],
    [
      'pay in another token',
      quiet({
        terms: pay('1', { payment: { ...pay().payment, asset: OTHER } }),
      }),
      'terms.payment',
    ],
    ['pay of no amount', quiet({ terms: pay('1.5') }), 'terms.payment'],
    [
      'spending that cannot be read',
      quiet({ spent: { day_usd: 'x' } }),
      'spent.day_usd',
    ],
    [
      'an unknown status of a list',
      quiet({ sanctions: { status: 'old' } }),
      'sanctions.status',
    ],
    [
      'an unknown verdict of destination',
      withAnswers({ destination: { verdict: 'fine' } }),
      'rulebooks.destination.verdict',
    ],
    [
      'a signed offer without a status',
      quiet({ signed_offer: {} }),
      'signed_offer.status',
    ],
    [
      'a challenge that is text',
      quiet({ buyer_challenge: 'x' }),
      'buyer_challenge',
    ],
  ])('input error: %s', (_, input, path) => {
    expect(said(input)).toEqual([`error ${path}`])
  })

  test('behavior: total on any JSON and deterministic', () => {
    const fields = Object.keys(quiet())
    const mutated = fc
      .tuple(fc.constantFrom(...fields), fc.jsonValue())
      .map(([field, value]) => quiet({ [field]: value }))
    const property = fc.property(fc.oneof(fc.jsonValue(), mutated), (input) => {
      const text = JSON.stringify(input)
      const answer = decide(input)
      expect(decide(JSON.parse(text))).toEqual(answer)
      expect(JSON.stringify(input)).toBe(text)
    })
    void fc.assert(property, { numRuns: 500 })
  })

  test('behavior: a higher price is never better', () => {
    const badness = ['allow', 'hold', 'block']
    const property = fc.property(
      fc.bigInt({ min: 1n, max: 3_000_000n }),
      fc.bigInt({ min: 0n, max: 3_000_000n }),
      (price, more) => {
        const word = (atomic: bigint) =>
          badness.indexOf(
            said(
              quiet({ terms: pay(atomic.toString()), buyer_challenge: null }),
            )[0],
          )
        expect(word(price + more)).toBeGreaterThanOrEqual(word(price))
      },
    )
    void fc.assert(property)
  })
})

describe('retry_after_s', () => {
  test('behavior: only when every hold is a wait; the longest', () => {
    const terms = noPay('recheck', 'free_trial_active')
    expect((decide(quiet({ terms })) as Decision).retry_after_s).toBe(3600)
    expect(
      (decide(quiet({ terms, failed_probes: 3 })) as Decision).retry_after_s,
    ).toBeNull()
    const blocked = quiet({
      terms,
      policy: { host_blocklist: ['example.com'] },
    })
    expect((decide(blocked) as Decision).retry_after_s).toBeNull()
    const noted = withAnswers(
      { counterparty: { verdict: 'caution' } },
      { terms },
    )
    expect((decide(noted) as Decision).retry_after_s).toBe(3600)
  })
})

describe('DECISION_CODES', () => {
  test('default: every code of the page, and two of our own', () => {
    expect(Object.keys(DECISION_CODES).sort()).toEqual(
      [
        'over_payment_cap',
        'over_hold_limit',
        'hourly_cap',
        'daily_cap',
        'host_cap',
        'host_blocked',
        'pay_to_blocked',
        'not_on_allowlist',
        'not_https',
        'price_multiple',
        'pay_to_changed',
        'drift',
        'rotating_pay_to',
        'cloaking',
        'authorization_too_long',
        'failed_probes',
        'sanctioned',
        'sanctions_unknown',
        'listed_by_feed',
        'terms_skip',
        'terms_recheck',
        'not_exercised',
        'destination_block',
        'destination_suspicious',
        'counterparty_avoid',
        'counterparty_caution',
        'merchant_avoid',
        'merchant_caution',
        'merchant_insufficient',
        'health_low',
        'health_unknown',
        'evidence_unavailable',
        'offer_mismatch',
        'offer_expired',
        'offer_signer_unbound',
        'upfront_flow',
        'unlimited_approval',
        'ceiling_over_limit',
        'scheme_unknown',
        'destination_unknown',
        'network_not_allowed',
      ].sort(),
    )
  })
})
