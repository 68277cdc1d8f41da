import { describe, expect, test } from 'vitest'
import { counterparty } from './rulebook.js'
import {
  inputOf,
  NOW,
  PAY_TO,
  paid,
  paidByEach,
  row,
  sent,
  wallet,
} from './testing/sample.js'

const judge = (input: unknown) =>
  counterparty.judge(input) as Record<string, unknown>

const clean = () => inputOf(paidByEach(5))

describe('scoreOf', () => {
  test('behavior: without settlements everything of theirs is null', () => {
    const missing = {
      rulebook: 'counterparty',
      version: '1',
      subject: wallet(77),
      subject_type: 'address',
      pay_to: null,
      network: null,
      verdict: 'caution',
      confidence: 0.1,
      wash_trading_ratio: null,
      real_buyer_count: null,
      repeat_buyer_rate: null,
      feeds: { catalog: true, settlement: false, probe: false },
      totals: {
        volume_atomic: null,
        washed_volume_atomic: null,
        settlements: null,
        buyers: null,
      },
      disclosures: [],
      source: 'bazaar',
      updated_at: NOW,
      extended: null,
    }
    expect(counterparty.judge({ now: NOW, subject: wallet(77) })).toEqual(
      missing,
    )
    const nulls = {
      network: null,
      pay_to: null,
      settlement: null,
      probe: null,
      excluded_wallets: null,
      self: null,
    }
    expect(
      counterparty.judge({ now: NOW, subject: wallet(77), ...nulls }),
    ).toEqual(missing)
  })

  test.each([
    [
      'status missing',
      { settlement: { status: 'missing', transfers: paidByEach(5) } },
    ],
    ['no status', { settlement: { transfers: paidByEach(5) } }],
    ['no list', { settlement: { status: 'available' } }],
    ['null list', { settlement: { status: 'available', transfers: null } }],
    ['no pay_to', { pay_to: null }],
  ])('behavior: the settlement feed is missing: %s', (_, change) => {
    expect(judge({ ...clean(), ...change })).toMatchObject({
      feeds: { catalog: true, settlement: false, probe: true },
      verdict: 'caution',
      confidence: 0.4,
      wash_trading_ratio: null,
      source: 'bazaar;402-probe',
      extended: null,
    })
  })

  test('behavior: an empty list is a feed that saw nothing', () => {
    expect(judge(inputOf([]))).toMatchObject({
      feeds: { settlement: true },
      verdict: 'caution',
      confidence: 1,
      wash_trading_ratio: 0,
      real_buyer_count: 0,
      repeat_buyer_rate: 0,
      totals: { volume_atomic: '0', settlements: 0, buyers: 0 },
      extended: { top_payer_share: 0, cohorts: [] },
    })
  })

  test.each([
    ['as written', clean(), 'bazaar;rpc-logs;402-probe'],
    [
      'ourselves',
      { ...clean(), self: true },
      'bazaar;rpc-logs;402-probe;self=true',
    ],
    [
      'no name',
      { ...clean(), settlement: { status: 'available', transfers: [] } },
      'bazaar;settlement;402-probe',
    ],
    [
      'an empty name',
      {
        ...clean(),
        settlement: { status: 'available', source: '', transfers: [] },
      },
      'bazaar;settlement;402-probe',
    ],
    [
      'no settlement',
      { ...clean(), settlement: { status: 'missing', source: 'cdp-sql' } },
      'bazaar;402-probe',
    ],
    ['no probe', { ...clean(), probe: null }, 'bazaar;rpc-logs'],
  ])('behavior: source: %s', (_, input, source) => {
    expect(judge(input)['source']).toBe(source)
  })

  test.each([
    ['base', 'eip155:8453'],
    ['solana', 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'],
    ['eip155:1', 'eip155:1'],
    ['constructor', 'constructor'],
  ])('behavior: network %s is given as %s', (network, mapped) => {
    expect(judge({ ...clean(), network })['network']).toBe(mapped)
  })

  test('behavior: Solana wallets compare exactly, EVM wallets without case', () => {
    const upper = `0x${'AB'.repeat(20)}`
    const rows = [row(upper.toLowerCase(), PAY_TO, 5), row(upper, PAY_TO, 5)]
    const totals = (network: string) =>
      judge({ ...inputOf(rows), network })['totals']
    expect(totals('base')).toMatchObject({ buyers: 1, settlements: 2 })
    expect(totals('solana')).toMatchObject({ buyers: 2, settlements: 2 })
  })

  test('behavior: excluded wallets that paid are disclosed as listed', () => {
    const upper = `0x${'AB'.repeat(20)}`
    const excluded_wallets = [
      { wallet: upper, why: 'bootstrap' },
      { wallet: upper.toLowerCase(), why: 'bootstrap' },
      { wallet: upper, why: 'own_probe' },
      { wallet: wallet(2), why: 'own_probe' },
      { wallet: wallet(8), why: 'own_probe' },
      { wallet: wallet(1), why: 'friend' },
      { wallet: wallet(1) },
      { wallet: 5, why: 'bootstrap' },
      null,
    ]
    const rows = [
      row(upper.toLowerCase(), PAY_TO, 100),
      ...paidByEach(2, 100),
      paid(8, 100, '2026-10-31T12:00:00Z'),
      sent(2, 1),
    ]
    expect(judge({ ...inputOf(rows), excluded_wallets })).toMatchObject({
      real_buyer_count: 1,
      wash_trading_ratio: 0.3333,
      totals: { volume_atomic: '300', washed_volume_atomic: '100', buyers: 3 },
      disclosures: [
        { wallet: upper, why: 'bootstrap' },
        { wallet: upper, why: 'own_probe' },
        { wallet: wallet(2), why: 'own_probe' },
      ],
    })
  })
})
