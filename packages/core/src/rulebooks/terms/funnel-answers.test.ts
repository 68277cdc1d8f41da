import { describe, expect, test } from 'vitest'
import {
  base64,
  encoded,
  entry,
  v2,
} from '../../x402/testing/challenge-samples.js'
import { type Changes, ruling } from './testing/terms-input.js'

const TRIAL = { 'x-free-trial': '1' }

describe('the funnel before the offers', () => {
  test.each<[string, Changes, string]>([
    [
      'refused',
      { probe: { outcome: 'refused', detail: 'private address' } },
      'skip ssrf_blocked high none none',
    ],
    [
      'timeout',
      { probe: { outcome: 'timeout' } },
      'recheck timeout low none none',
    ],
    [
      'unreachable',
      { probe: { outcome: 'unreachable' } },
      'recheck unreachable low none none',
    ],
    [
      'a free trial',
      { probe: { status: 200, headers: TRIAL } },
      'recheck free_trial_active low none none',
    ],
    [
      'a free trial goes before a server error',
      { probe: { status: 500, headers: TRIAL } },
      'recheck free_trial_active low none none',
    ],
    [
      'status 500',
      { probe: { status: 500 } },
      'recheck server_error low none none',
    ],
    [
      'status 599',
      { probe: { status: 599 } },
      'recheck server_error low none none',
    ],
    [
      'status 499',
      { probe: { status: 499 } },
      'skip no_paywall medium none none',
    ],
    [
      'status 600',
      { probe: { status: 600 } },
      'skip no_paywall medium none none',
    ],
    [
      'a duplicate key',
      {
        probe: {
          headers: {
            'payment-required': base64(
              JSON.stringify(v2()).replace('{', '{"accepts":1,'),
            ),
          },
        },
      },
      'skip ambiguous medium 0.01 base',
    ],
    [
      'unequal headers',
      {
        probe: {
          headers: { 'payment-required': [encoded(v2([])), encoded(v2())] },
        },
      },
      'skip ambiguous medium none none',
    ],
    ['no entry', { accepts: [] }, 'skip bad_challenge medium none none'],
    [
      'no readable entry',
      { accepts: [entry({ amount: '0.01' })] },
      'skip bad_challenge medium none none',
    ],
    [
      'another scheme only',
      { accepts: [entry({ amount: '0' }), entry({ scheme: 'upto' })] },
      'skip bad_challenge medium 0.01 base',
    ],
  ])('behavior: %s', (_, changes, expected) => {
    expect(ruling(changes)).toBe(expected)
  })
})
