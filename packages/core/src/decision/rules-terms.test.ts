import { describe, expect, test } from 'vitest'
import { type Decision, decide } from './decide.js'
import { noPay, OTHER, pay, quiet, SELLER } from './testing/input.js'
import { reason, said } from './testing/said.js'

describe('terms', () => {
  const terms = (verdict: string, code: string, change: object = {}) =>
    decide(
      quiet({
        terms: noPay(verdict, code, change),
        buyer_challenge: null,
        own_probe: null,
      }),
    )

  test.each([
    ['timeout', 60],
    ['unreachable', 60],
    ['server_error', 60],
    ['free_trial_active', 3600],
  ])('recheck %s is a wait', (code, seconds) => {
    expect(terms('recheck', code)).toEqual({
      decision: 'hold',
      reasons: [
        {
          decision: 'hold',
          rulebook: 'terms',
          code: 'terms_recheck',
          text: `There are no terms to judge yet (${code}).`,
          measured: code,
          threshold: null,
          would_allow: 'a readable 402 challenge',
        },
      ],
      retry_after_s: seconds,
    })
  })

  test.each([
    ['null', null, 'not_judged'],
    ['unavailable', { unavailable: 'own_outage' }, 'own_outage'],
    [
      'an input error',
      { error: { code: 'invalid_input', message: '', path: '' } },
      'invalid_input',
    ],
    ['an error without a code', { error: { code: 7 } }, 'error'],
    ['an error of another form', { error: 'x' }, 'error'],
    ['an empty answer', {}, 'no_verdict'],
  ])('without a verdict nothing is allowed: %s', (_, answer, code) => {
    const input = quiet({
      terms: answer,
      buyer_challenge: null,
      own_probe: null,
    })
    expect(said(input)).toEqual(['hold', 'hold terms_recheck'])
    expect(reason(input, 'terms_recheck')?.measured).toBe(code)
  })

  test.each([
    [400, 'hold not_exercised', null],
    [401, 'hold not_exercised', null],
    [403, 'hold not_exercised', null],
    [405, 'hold not_exercised', null],
    [429, 'hold not_exercised', 60],
    [402, 'block terms_skip', null],
    [404, 'block terms_skip', null],
    [200, 'block terms_skip', null],
    [null, 'block terms_skip', null],
  ])('no_paywall with status %s', (status, expected, retry) => {
    const quality = { checks: { http_status: status } }
    const answer = terms('skip', 'no_paywall', { quality }) as Decision
    expect(
      answer.reasons.map((each) => `${each.decision} ${each.code}`),
    ).toEqual([expected])
    expect(answer.retry_after_s).toBe(retry)
  })

  test('behavior: only no_paywall can be not exercised', () => {
    const quality = { checks: { http_status: 405 } }
    expect(
      said(quiet({ terms: noPay('skip', 'bad_challenge', { quality }) })),
    ).toEqual(['block', 'block terms_skip'])
  })

  test('behavior: the policy may be stricter', () => {
    const policy = {
      rulebooks: { terms: { recheck: 'block', not_exercised: 'block' } },
    }
    expect(said(quiet({ policy, terms: noPay('recheck', 'timeout') }))).toEqual(
      ['block', 'block terms_recheck'],
    )
  })

  test.each([
    [
      'ambiguous',
      {},
      'ambiguous',
      null,
      'one readable offer without contradiction',
    ],
    [
      'a_new_code',
      {},
      'a_new_code',
      null,
      'terms that rulebook terms does not skip',
    ],
    [
      'constructor',
      {},
      'constructor',
      null,
      'terms that rulebook terms does not skip',
    ],
    [
      'price_mismatch',
      { price_usd: '0.01' },
      '0.05',
      '0.01',
      'at or below 0.0101 USD',
    ],
    [
      'price_mismatch',
      {},
      'price_mismatch',
      null,
      'a price within 1 % of the expected one',
    ],
    [
      'pay_to_mismatch',
      { pay_to: OTHER },
      SELLER,
      OTHER,
      'payment to the expected wallet',
    ],
    [
      'pay_to_mismatch',
      {},
      'pay_to_mismatch',
      null,
      'payment to the expected wallet',
    ],
    [
      'network_mismatch',
      { network: 'polygon' },
      'eip155:8453',
      'eip155:137',
      'an offer on an accepted network',
    ],
    [
      'network_mismatch',
      {},
      'network_mismatch',
      null,
      'an offer on an accepted network',
    ],
  ])(
    'skip %s names what would be allowed',
    (code, expected, measured, threshold, allowed) => {
      const input = quiet({
        terms: noPay('skip', code, { quoted_price_usd: '0.05' }),
        expected,
      })
      expect(reason(input, 'terms_skip')).toEqual({
        decision: 'block',
        rulebook: 'terms',
        code: 'terms_skip',
        text: `Rulebook terms says skip (${code}).`,
        measured,
        threshold,
        would_allow: allowed,
      })
    },
  )

  test.each(['price_mismatch', 'pay_to_mismatch', 'network_mismatch'])(
    'skip %s of terms that say nothing',
    (code) => {
      const input = quiet({
        terms: { verdict: 'skip', reason_code: code },
        expected: { price_usd: 1, pay_to: OTHER, network: 'base' },
      })
      expect(reason(input, 'terms_skip')?.measured).toBeNull()
    },
  )

  test('behavior: a code that is missing is unknown', () => {
    const input = quiet({ terms: { verdict: 'skip' } })
    expect(reason(input, 'terms_skip')?.measured).toBe('unknown')
  })

  test('behavior: what is known of refused terms is listed too', () => {
    const input = quiet({
      terms: noPay('skip', 'price_mismatch', {
        quoted_price_usd: '2',
        pay_to: OTHER,
      }),
      buyer_challenge: null,
    })
    expect(said(input)).toEqual([
      'block',
      'block terms_skip',
      'block over_payment_cap',
      'hold pay_to_changed',
      'hold price_multiple',
      'hold over_hold_limit',
    ])
  })

  test('drift', () => {
    const drift = { history: { drift: true } }
    expect(said(quiet({ terms: pay('10000', drift) }))).toEqual([
      'hold',
      'hold drift',
    ])
    expect(
      said(quiet({ terms: pay('10000', { history: { drift: null } }) })),
    ).toEqual(['allow'])
    expect(
      said(
        quiet({ terms: pay('10000', drift), policy: { hold_on_drift: false } }),
      ),
    ).toEqual(['allow', 'note drift'])
    expect(
      said(quiet({ terms: pay('10000', drift), pin: { rotating: true } })),
    ).toEqual(['allow', 'note drift', 'note rotating_pay_to'])
    expect(said(quiet({ terms: noPay('skip', 'ambiguous', drift) }))).toEqual([
      'block',
      'block terms_skip',
      'hold drift',
    ])
  })
})
