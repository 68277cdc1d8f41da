import type { SellerDefinition } from '../seller.js'
import { ask, listed, RECHECK, SKIP, wallet } from './common.js'

/** Sellers that show no terms to a first request. */
export const NO_TERMS_SELLERS: readonly SellerDefinition[] = [
  {
    id: 'no-paywall',
    title: 'Gives it away',
    method: 'GET',
    path: '/open-data',
    listing: listed('0.01', wallet(21)),
    behaviour: { kind: 'answer', status: 200, headers: {} },
    expect: {
      ...SKIP,
      reason_code: 'no_paywall',
      quality_code: 'quality_bad_status',
      why: 'It answers without asking for money, so there is nothing to pay.',
    },
  },
  {
    id: 'free-trial',
    title: 'Free trial',
    method: 'GET',
    path: '/translations',
    listing: listed('0.01', wallet(22)),
    behaviour: {
      kind: 'answer',
      status: 200,
      headers: { 'x-free-trial': 'true', 'x-free-trial-remaining': '3' },
    },
    expect: {
      ...RECHECK,
      reason_code: 'free_trial_active',
      quality_code: 'quality_bad_status',
      why: 'The first requests are free; terms show only afterwards.',
    },
  },
  {
    id: 'wrong-method',
    title: 'Listed under the wrong method',
    method: 'GET',
    path: '/images',
    listing: listed('0.01', wallet(23)),
    behaviour: {
      kind: 'charge',
      asks: [ask('0.01', wallet(23))],
      onlyMethod: 'PUT',
    },
    expect: {
      ...SKIP,
      decision: 'hold',
      decision_code: 'not_exercised',
      reason_code: 'no_paywall',
      quality_code: 'quality_bad_status',
      why: 'It sells by PUT and answers the listed GET with 405: not exercised, not bad.',
    },
  },
  {
    id: 'server-error',
    title: 'Out of order',
    method: 'GET',
    path: '/search',
    listing: listed('0.01', wallet(24)),
    behaviour: { kind: 'answer', status: 503, headers: {} },
    expect: {
      ...RECHECK,
      reason_code: 'server_error',
      quality_code: 'quality_bad_status',
      why: 'It answers 503; that says nothing about its terms.',
    },
  },
  {
    id: 'silent',
    title: 'Never answers',
    method: 'GET',
    path: '/oracle',
    listing: listed('0.01', wallet(25)),
    behaviour: { kind: 'silence' },
    expect: {
      ...RECHECK,
      reason_code: 'timeout',
      quality_code: 'quality_unreachable',
      why: 'It takes the request and stays silent until the caller gives up.',
    },
  },
  {
    id: 'hangs-up',
    title: 'Hangs up',
    method: 'GET',
    path: '/phone',
    listing: listed('0.01', wallet(26)),
    behaviour: { kind: 'hang_up' },
    expect: {
      ...RECHECK,
      reason_code: 'unreachable',
      quality_code: 'quality_unreachable',
      why: 'It closes the connection without an answer.',
    },
  },
]
