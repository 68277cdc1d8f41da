import type { SellerDefinition } from '../seller.js'
import { ask, listed, PRICE_OK, wallet } from './common.js'

/** Sellers that keep their word and still meet a limit of the spend policy. */
export const OVER_LIMITS_SELLERS: readonly SellerDefinition[] = [
  {
    id: 'expensive',
    title: 'Honest and expensive',
    method: 'GET',
    path: '/reports',
    listing: listed('2', wallet(31)),
    behaviour: { kind: 'charge', asks: [ask('2', wallet(31))] },
    expect: {
      ...PRICE_OK,
      decision: 'block',
      decision_code: 'over_payment_cap',
      why: 'The price is the listed one and above 1 USD a payment.',
    },
  },
  {
    id: 'long-authorization',
    title: 'Wants an hour to cash the payment',
    method: 'GET',
    path: '/insurance',
    listing: listed('0.01', wallet(32)),
    behaviour: {
      kind: 'charge',
      asks: [{ ...ask('0.01', wallet(32)), maxTimeoutSeconds: 3600 }],
    },
    expect: {
      ...PRICE_OK,
      decision: 'hold',
      decision_code: 'authorization_too_long',
      why: 'The signature could be cashed for 3600 s, the limit is 600 s.',
    },
  },
  {
    id: 'upfront',
    title: 'Charges before it serves',
    method: 'GET',
    path: '/lottery',
    listing: listed('0.01', wallet(33)),
    behaviour: {
      kind: 'charge',
      asks: [{ ...ask('0.01', wallet(33)), paymentFlow: 'upfront' }],
    },
    expect: {
      ...PRICE_OK,
      decision: 'hold',
      decision_code: 'upfront_flow',
      why: 'It takes the money before it works, and keeps it when it fails.',
    },
  },
]
