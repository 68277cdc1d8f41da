import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { describeRulebook } from '../../rulebook/describe.js'
import { formatInstant } from '../../time/instant.js'
import { merchant } from './rulebook.js'
import { EVM, judged, NOW, SOLANA } from './testing/judged.js'

describe('merchant', () => {
  test('default', () => {
    const platforms = [{ url: 'https://api.example.com', service_name: 'x' }]
    const prices = ['900', '1000', '1100']
    expect(
      judged({
        price_usd: '0.001',
        advertised_prices_atomic: ['3000', '0350', 7, '-1'],
        comparable_prices_atomic: [...prices, 5, null, ''],
        platforms: [...platforms, 'x', { url: 5 }, {}],
      }),
    ).toEqual({
      rulebook: 'merchant',
      version: '1',
      merchant: EVM.toLowerCase(),
      chain: 'base',
      network: 'eip155:8453',
      recommendation: 'PROCEED',
      trust_tier: 'TRUSTED',
      confidence: 'HIGH',
      data_sufficiency: 'SUFFICIENT',
      signals: {
        merchant_age_days: 333,
        unique_payers: 30,
        total_tx_count: 60,
        payer_concentration: 'MEDIUM',
      },
      signal_status: {
        wallet_age: 'live',
        payer_diversity: 'live',
        settlement_completion: 'dormant',
        recourse: 'live',
        price_consistency: 'dormant',
        velocity: 'dormant',
      },
      risk_flags: [],
      reasons: ['No findings: the signals that have data show ordinary trade.'],
      price_fairness: 'fair',
      pricing: {
        advertised_prices_atomic: ['3000', '0350'],
        fairness_vs_category: 'fair',
      },
      category: 'data_api',
      platforms: [...platforms, {}],
      source: 'settlements_30d',
    })
  })

  test('behavior: every finding adds a flag and a reason, in signal order', () => {
    const answer = judged(
      {},
      {
        first_seen: '2026-11-29T00:00:00Z',
        total_tx_count: 100,
        unique_payers: 5,
        completed_flows: 1,
        abandoned_flows: 9,
        refund_count: 0,
        payer_price_observations: [
          { resource: 'r', payer: 'a', price_atomic: '1' },
          { resource: 'r', payer: 'b', price_atomic: '2' },
        ],
        daily: [
          { day: '2026-11-20', tx_count: 1, volume_atomic: '1' },
          { day: '2026-11-29', tx_count: 201, volume_atomic: '1' },
        ],
      },
    )
    expect([answer.risk_flags, answer.reasons]).toEqual([
      [
        'new_wallet',
        'low_payer_diversity',
        'high_abandon_rate',
        'no_refund_recourse',
        'price_variance',
        'velocity_anomaly',
      ],
      [
        'First seen 1 days ago: no track record yet.',
        '5 payers made 100 settlements: volume is concentrated.',
        '9 of 10 purchase flows were abandoned.',
        'No refund seen in 100 settlements, although some were old enough for one.',
        'Different payers were charged different prices for one resource.',
        'The newest full day (201 settlements) is far outside the 9 days before it, by number or by amount.',
      ],
    ])
    expect(Object.values(answer.signal_status)).toEqual(Array(6).fill('live'))
  })

  const nothing = {
    merchant_age_days: null,
    unique_payers: null,
    total_tx_count: null,
    payer_concentration: 'UNKNOWN',
  }

  test.each([
    ['merchant.eth', 'merchant.eth', true, null, null],
    [null, null, true, null, null],
    [
      '0X209693Bc6afc0C5328bA36FaF03C514EF312287C',
      '0X209693Bc6afc0C5328bA36FaF03C514EF312287C',
      true,
      null,
      null,
    ],
    [EVM, EVM.toLowerCase(), false, 'base', 'eip155:8453'],
    [
      SOLANA,
      SOLANA,
      false,
      'solana',
      'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
    ],
  ])(
    'behavior: %s without history',
    (wallet, shown, indexed, chain, network) => {
      const answer = judged({
        wallet,
        indexed,
        price_usd: '1',
        comparable_prices_atomic: ['1', '1', '1'],
        advertised_prices_atomic: ['1'],
      })
      expect(answer).toEqual({
        rulebook: 'merchant',
        version: '1',
        merchant: shown,
        chain,
        network,
        recommendation: 'INSUFFICIENT_SIGNAL',
        trust_tier: null,
        confidence: 'LOW',
        data_sufficiency: 'INSUFFICIENT',
        signals: nothing,
        signal_status: Object.fromEntries(
          Object.keys(answer.signal_status).map((id) => [id, 'dormant']),
        ),
        risk_flags: [],
        reasons: [expect.any(String)],
        price_fairness: 'unknown',
        pricing: {
          advertised_prices_atomic: ['1'],
          fairness_vs_category: 'unknown',
        },
        category: 'data_api',
        platforms: [],
        source: 'settlements_30d',
      })
      expect(Object.keys(answer.signal_status)).toHaveLength(6)
    },
  )

  test('behavior: under five settlements nothing is flagged, prices are compared', () => {
    const over = {
      price_usd: '0.003',
      comparable_prices_atomic: ['1000', '1000', '1000'],
    }
    const young = { first_seen: NOW, unique_payers: 1 }
    const four = judged(over, { ...young, total_tx_count: 4 })
    expect(four).toEqual({
      ...four,
      recommendation: 'INSUFFICIENT_SIGNAL',
      trust_tier: 'CAUTION',
      confidence: 'LOW',
      data_sufficiency: 'INSUFFICIENT',
      signals: {
        merchant_age_days: 0,
        unique_payers: 1,
        total_tx_count: 4,
        payer_concentration: 'UNKNOWN',
      },
      risk_flags: [],
      reasons: ['Fewer than 5 settlements are known: too few to judge.'],
      price_fairness: 'high',
    })
    expect(four.signal_status.wallet_age).toBe('live')
    expect(judged(over, { ...young, total_tx_count: 5 }).risk_flags).toEqual([
      'new_wallet',
      'low_payer_diversity',
    ])
  })

  test.each([
    [null, null],
    [1.5, null],
    [-1, null],
    [Number.POSITIVE_INFINITY, null],
    [1e21, 1e21],
  ])('behavior: a total of %s is shown as %s', (given, shown) => {
    const { signals, data_sufficiency } = judged({}, { total_tx_count: given })
    expect([signals.total_tx_count, data_sufficiency]).toEqual([
      shown,
      shown === null ? 'INSUFFICIENT' : 'SUFFICIENT',
    ])
  })

  test('behavior: without activity everything is unknown', () => {
    const answer = judged({ activity: undefined, category: undefined })
    expect(answer).toEqual({
      ...answer,
      trust_tier: 'CAUTION',
      signals: nothing,
      category: null,
      source: null,
    })
  })

  test.each([
    [5, 'LOW'],
    [14, 'LOW'],
    [15, 'MEDIUM'],
    [49, 'MEDIUM'],
    [50, 'HIGH'],
  ])('behavior: confidence of %s settlements is %s', (total, confidence) => {
    expect(judged({}, { total_tx_count: total }).confidence).toBe(confidence)
  })

  test.each([
    [0, 'TRUSTED', 'PROCEED'],
    [1, 'CAUTION', 'CAUTION'],
    [2, 'AVOID', 'CAUTION'],
    [3, 'AVOID', 'CAUTION'],
  ])('behavior: %s findings are %s', (count, tier, recommendation) => {
    const findings = [
      { first_seen: NOW },
      { unique_payers: 1 },
      { refund_count: 0 },
    ].slice(0, count)
    const answer = judged({}, Object.assign({}, ...findings))
    expect([answer.trust_tier, answer.recommendation]).toEqual([
      tier,
      recommendation,
    ])
  })

  test.each([
    ['data_api', 'data_api'],
    ['Compute', 'other'],
    ['__proto__', 'other'],
    ['', 'other'],
    [null, null],
  ])('behavior: category %s is %s', (given, shown) => {
    expect(judged({ category: given }).category).toBe(shown)
  })

  test('behavior: more findings never make a wallet look better', () => {
    const order = ['TRUSTED', 'CAUTION', 'AVOID']
    fc.assert(
      fc.property(
        fc.nat(300),
        fc.nat(100),
        fc.nat(40),
        (total, unique, age) => {
          const first_seen = formatInstant({
            ms: 1_796_040_000_000 - age * 86_400_000,
            sub: '',
          })
          const act = {
            total_tx_count: total + 5,
            unique_payers: unique,
            first_seen,
          }
          const answer = judged({}, act)
          expect(answer.trust_tier).toBe(
            order[Math.min(answer.risk_flags.length, 2)],
          )
          expect(answer.risk_flags.includes('low_payer_diversity')).toBe(
            answer.signals.payer_concentration === 'HIGH',
          )
        },
      ),
    )
  })

  test('behavior: its description is JSON', () => {
    const described = describeRulebook(merchant)
    expect(JSON.parse(JSON.stringify(described))).toEqual(described)
  })
})
