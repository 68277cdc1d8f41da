import { describe, expect, test } from 'vitest'
import { describeRulebook } from '../../rulebook/describe.js'
import { destination } from './rulebook.js'

describe('destination', () => {
  test('default: publishes the policy under its known keys', () => {
    expect(describeRulebook(destination)).toMatchObject({
      id: 'destination',
      version: '1',
      data: {
        policy_version: '1',
        penalties: {
          age_under_2_days: { cap: 20, verdict: 'block' },
          age_under_7_days: { subtract: 55 },
          age_under_30_days: { subtract: 35 },
          age_under_180_days: { subtract: 8 },
          age_180_days_or_more: { subtract: 0 },
          age_unknown: { subtract: 12 },
          hyphen_count_at_least_3: {
            subtract: 22,
            effect: '−22, suspicious, cap 69',
          },
          brand_impersonation: { subtract: 45 },
          unicode_or_punycode_lookalike: { subtract: 40 },
          unusual_port: { subtract: 15 },
          embedded_wallet_in_url: {
            subtract: 15,
            effect: '−15, never trusted',
          },
          ens_name: { subtract: 30 },
          wallet_unanalyzed: { subtract: 20 },
          allowlist_floor: 92,
        },
        caps: {
          missing_target: 5,
          invalid_wallet: 0,
          burn_address: 0,
          non_https: 12,
          raw_ip: 8,
          local_or_private: 5,
          url_userinfo: 10,
          unsupported_scheme: 10,
          bad_tld: 15,
          denylist: 5,
          typosquat: 8,
        },
        bad_tlds: ['tk', 'ml', 'ga', 'cf', 'gq', 'zip', 'mov'],
        quota: {
          anonymous_per_utc_day: 100,
          free_key_per_utc_day: 1000,
          idempotent_window_seconds: 60,
        },
        x402: { price_usd: '0.001', amount_atomic: '1000' },
      },
      reasons: { typosquat: { effect: 'cap 8, block' } },
    })
  })

  test('behavior: judges', () => {
    const input = { now: '2026-11-30T12:00:00Z', target: 'openai.com' }
    expect(destination.judge(input)).toMatchObject({ verdict: 'trusted' })
  })
})
