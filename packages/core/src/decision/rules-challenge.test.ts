import { describe, expect, test } from 'vitest'
import {
  noPay,
  OTHER,
  offer,
  pay,
  quiet,
  SELLER,
  USDC,
} from './testing/input.js'
import { said } from './testing/said.js'

describe('the challenge', () => {
  const valid = (seconds: unknown, policy: object = {}) =>
    said(
      quiet({
        policy,
        buyer_challenge: null,
        terms: pay('10000', {
          offers: [offer({ max_timeout_seconds: seconds })],
        }),
      }),
    )

  test('authorization_too_long: hold above the limit, block when absurd', () => {
    expect(valid(600)).toEqual(['allow'])
    expect(valid(null)).toEqual(['allow'])
    expect(valid(600.5)).toEqual(['hold', 'hold authorization_too_long'])
    expect(valid(601)).toEqual(['hold', 'hold authorization_too_long'])
    expect(valid(86_400)).toEqual(['hold', 'hold authorization_too_long'])
    expect(valid(86_401)).toEqual(['block', 'block authorization_too_long'])
    expect(valid(86_400, { max_authorization_seconds: 1e9 })).toEqual(['allow'])
    expect(valid(86_401, { max_authorization_seconds: 1e9 })).toEqual([
      'block',
      'block authorization_too_long',
    ])
  })

  test('behavior: only the approved entry counts, wherever it was seen', () => {
    const others = [
      offer({ max_timeout_seconds: 9999, amount: '20000' }),
      offer({ max_timeout_seconds: 9999, pay_to: OTHER }),
      offer({ max_timeout_seconds: 9999, asset: OTHER }),
      offer({ max_timeout_seconds: 9999, asset: null, pay_to: null }),
      offer({ max_timeout_seconds: 9999, asset: USDC, pay_to: null }),
      offer({ max_timeout_seconds: 9999, network: 'eip155:1' }),
      offer({ max_timeout_seconds: 9999, scheme: 'upto' }),
    ]
    expect(said(quiet({ terms: pay('10000', { offers: others }) }))).toEqual([
      'allow',
    ])
    const bought = [
      offer({
        max_timeout_seconds: 700,
        scheme: null,
        pay_to: SELLER.toLowerCase(),
      }),
    ]
    expect(said(quiet({ buyer_challenge: bought }))).toEqual([
      'hold',
      'hold authorization_too_long',
    ])
    expect(said(quiet({ buyer_challenge: null, own_probe: bought }))).toEqual([
      'hold',
      'hold authorization_too_long',
    ])
  })

  test('upfront_flow and unlimited_approval hold', () => {
    const extra = (value: unknown) =>
      quiet({ buyer_challenge: [offer({ extra: value })] })
    expect(said(extra({ paymentFlow: 'upfront' }))).toEqual([
      'hold',
      'hold upfront_flow',
    ])
    expect(said(extra({ paymentFlow: 'authorization' }))).toEqual(['allow'])
    expect(said(extra('upfront'))).toEqual(['allow'])
    expect(said(extra({ erc20ApprovalGasSponsoring: {} }))).toEqual([
      'hold',
      'hold unlimited_approval',
    ])
    const declared = (extensions: unknown) =>
      quiet({ buyer_challenge: { offers: [offer()], extensions } })
    expect(said(declared(['erc20ApprovalGasSponsoring']))).toEqual([
      'hold',
      'hold unlimited_approval',
    ])
    expect(said(declared({ erc20ApprovalGasSponsoring: null }))).toEqual([
      'hold',
      'hold unlimited_approval',
    ])
    expect(said(declared({ eip2612GasSponsoring: {} }))).toEqual(['allow'])
    expect(said(declared(null))).toEqual(['allow'])
    const rulebooks = { challenge: { unlimited_approval: 'block' } }
    expect(
      said({
        ...declared(['erc20ApprovalGasSponsoring']),
        policy: { rulebooks },
      })[0],
    ).toBe('block')
  })

  test('schemes: an upto ceiling over the limit holds, an unknown scheme blocks', () => {
    const skip = (offers: unknown[], more: object = {}) =>
      said(
        quiet({
          terms: noPay('skip', 'bad_challenge'),
          buyer_challenge: offers,
          own_probe: null,
          ...more,
        }),
      )
    const upto = (amount: string, change: object = {}) =>
      offer({ scheme: 'upto', amount, usable: false, ...change })
    expect(skip([upto('1000000')])).toEqual(['block', 'block terms_skip'])
    expect(skip([upto('1'), upto('1000001')])).toEqual([
      'block',
      'block terms_skip',
      'hold ceiling_over_limit',
    ])
    expect(skip([upto('x')])).toEqual(['block', 'block terms_skip'])
    expect(skip([upto('9000000', { asset: OTHER })])).toEqual([
      'block',
      'block terms_skip',
    ])
    expect(skip([upto('9000000', { asset: null })])).toEqual([
      'block',
      'block terms_skip',
    ])
    expect(skip([upto('9000000', { network: null })])).toEqual([
      'block',
      'block terms_skip',
    ])
    expect(skip([upto('9000000', { network: 'eip155:1' })])).toEqual([
      'block',
      'block terms_skip',
    ])
    expect(skip([upto('9000000'), offer()])).toEqual([
      'block',
      'block terms_skip',
    ])
    expect(
      skip([offer({ scheme: 'magic' }), offer({ scheme: 'auth-capture' })]),
    ).toEqual(['block', 'block scheme_unknown', 'block terms_skip'])
    const terms = noPay('skip', 'bad_challenge', {
      offers: [offer({ scheme: 'magic' })],
    })
    expect(
      said(quiet({ terms, buyer_challenge: null, own_probe: null })),
    ).toEqual(['block', 'block scheme_unknown', 'block terms_skip'])
  })

  test('behavior: a payment of another scheme is looked at itself', () => {
    const terms = (scheme: unknown) =>
      pay('2000000', { payment: { ...pay('2000000').payment, scheme } })
    const seen = (scheme: unknown) =>
      said(
        quiet({
          terms: terms(scheme),
          price_context: null,
          buyer_challenge: null,
        }),
      )
    expect(seen('upto')).toEqual([
      'block',
      'block over_payment_cap',
      'hold ceiling_over_limit',
      'hold over_hold_limit',
    ])
    expect(seen('magic')).toEqual([
      'block',
      'block scheme_unknown',
      'block over_payment_cap',
      'hold over_hold_limit',
    ])
    expect(seen(null)).toEqual([
      'block',
      'block over_payment_cap',
      'hold over_hold_limit',
    ])
  })

  test('signed offers', () => {
    const status = (value: string) =>
      said(quiet({ signed_offer: { status: value } }))
    expect(status('offer_mismatch')).toEqual(['block', 'block offer_mismatch'])
    expect(status('offer_expired')).toEqual(['block', 'block offer_expired'])
    expect(status('offer_signer_unbound')).toEqual([
      'allow',
      'note offer_signer_unbound',
    ])
    expect(status('offer_verified_payto')).toEqual(['allow'])
    expect(status('offer_verified_domain')).toEqual(['allow'])
    expect(status('no_offer')).toEqual(['allow'])
  })
})
