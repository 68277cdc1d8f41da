import { describe, expect, test } from 'vitest'
import {
  entry,
  entryV1,
  OTHER_SELLER,
  SELLER,
  SOLANA_SELLER,
  solanaEntry,
  USDC_ON_BASE,
  v1,
} from '../../x402/testing/challenge-samples.js'
import { type Changes, LISTED, ruling } from './testing/terms-input.js'

const ON_BASE = 'eip155:8453'
const DEAR = entry({ amount: '10101' })
const CHEAP = entry({ amount: '9899' })
const TESTNET = entry({ network: 'eip155:84532' })
const OTHER_TOKEN = entry({ asset: OTHER_SELLER })
const OTHER_PAYEE = entry({ payTo: OTHER_SELLER })
const SHORT = entry({ maxTimeoutSeconds: 5 })

describe('the funnel over the offers', () => {
  test.each<[string, Changes, string]>([
    [
      'accepted networks',
      { options: { accept_networks: ['solana'] } },
      'skip network_mismatch high 0.01 base',
    ],
    [
      'no accepted network at all',
      { options: { accept_networks: [] } },
      'skip network_mismatch high 0.01 base',
    ],
    [
      'an accepted network',
      {
        accepts: [TESTNET, solanaEntry(), entry()],
        options: { accept_networks: ['eip155:1', 'base'] },
      },
      'pay price_ok high 0.01 base',
    ],
    [
      'the expected network',
      {
        accepts: [entry(), solanaEntry()],
        expected: { ...LISTED, network: 'solana:mainnet' },
      },
      'pay price_ok high 0.01 solana',
    ],
    [
      'another than the expected network',
      { expected: { network: 'eip155:1' } },
      'skip network_mismatch high 0.01 base',
    ],
    [
      'an expected network that is not accepted',
      {
        accepts: [entry(), solanaEntry()],
        expected: { network: ON_BASE },
        options: { accept_networks: ['solana'] },
      },
      'skip network_mismatch high 0.01 base',
    ],
    [
      'a test network only',
      { accepts: [TESTNET] },
      'skip network_unsupported high none 84532',
    ],
    [
      'a test network before Base',
      { accepts: [TESTNET, entry()] },
      'pay price_ok high 0.01 base',
    ],
    [
      'another token only',
      { accepts: [TESTNET, OTHER_TOKEN] },
      'skip asset_not_usdc high none base',
    ],
    [
      'another token before USDC',
      { accepts: [OTHER_TOKEN, entry()] },
      'pay price_ok high 0.01 base',
    ],
    [
      'the expected payee',
      {
        accepts: [OTHER_PAYEE, entry()],
        expected: { ...LISTED, pay_to: SELLER.toLowerCase() },
      },
      'pay price_ok high 0.01 base',
    ],
    [
      'another payee',
      { expected: { ...LISTED, pay_to: OTHER_SELLER } },
      'skip pay_to_mismatch high 0.01 base',
    ],
    [
      'a Solana payee in another case',
      {
        accepts: [solanaEntry()],
        expected: { pay_to: SOLANA_SELLER.toLowerCase() },
      },
      'skip pay_to_mismatch high 0.01 solana',
    ],
    [
      '1 % above',
      { accepts: [entry({ amount: '10100' })] },
      'pay price_ok high 0.0101 base',
    ],
    [
      'more than 1 % above',
      { accepts: [DEAR] },
      'skip price_mismatch high 0.010101 base',
    ],
    [
      'any price where none is expected',
      { accepts: [entry({ amount: '1' })], expected: { price_usd: 0 } },
      'skip price_mismatch high 0.000001 base',
    ],
    [
      '1 % below',
      { accepts: [entry({ amount: '9900' })] },
      'pay price_ok high 0.0099 base',
    ],
    [
      'more than 1 % below',
      { accepts: [CHEAP] },
      'pay price_below_listing high 0.009899 base',
    ],
    [
      'near, cheap and dear',
      { accepts: [CHEAP, DEAR, entry()] },
      'pay price_ok high 0.01 base',
    ],
    [
      'cheap and dear',
      { accepts: [DEAR, CHEAP] },
      'pay price_below_listing high 0.009899 base',
    ],
    [
      'two payees',
      { accepts: [entry(), OTHER_PAYEE] },
      'skip ambiguous medium 0.01 base',
    ],
    [
      'two payees, of which one is too dear',
      { accepts: [entry(), entry({ payTo: OTHER_SELLER, amount: '20000' })] },
      'pay price_ok high 0.01 base',
    ],
    [
      'two prices without an expected one',
      { accepts: [entry(), DEAR], expected: null },
      'skip ambiguous medium 0.01 base',
    ],
    [
      'a short validity that is not checked',
      { accepts: [SHORT] },
      'pay price_ok high 0.01 base',
    ],
    [
      'a short validity',
      { accepts: [SHORT], options: { check_expiry: true } },
      'skip challenge_expired high 0.01 base',
    ],
    [
      'a validity of just over 5 s',
      {
        accepts: [entry({ maxTimeoutSeconds: 5.1 })],
        options: { check_expiry: true },
      },
      'pay price_ok high 0.01 base',
    ],
    [
      'no validity',
      {
        accepts: [entry({ maxTimeoutSeconds: null })],
        options: { check_expiry: true },
      },
      'pay price_ok high 0.01 base',
    ],
    [
      'a short validity, Solana first',
      { accepts: [solanaEntry(), SHORT], options: { check_expiry: true } },
      'skip challenge_expired high 0.01 base',
    ],
    [
      'a short validity on Solana only',
      {
        accepts: [solanaEntry({ maxTimeoutSeconds: 1 })],
        options: { check_expiry: true },
      },
      'pay price_ok high 0.01 solana',
    ],
    [
      'a short validity and a longer one',
      {
        accepts: [SHORT, solanaEntry(), entry({ amount: '10001' })],
        options: { check_expiry: true },
      },
      'pay price_ok high 0.01 solana',
    ],
    ['no expected price', { expected: {} }, 'pay price_ok medium 0.01 base'],
    [
      'a v1 body',
      { probe: { headers: {}, body: JSON.stringify(v1([entryV1()])) } },
      'pay price_ok high 0.01 base',
    ],
    [
      'a drift',
      {
        history: [
          {
            at: '2026-11-29T00:00:00Z',
            status: 402,
            price_atomic: '1',
            network: 'base',
            asset: USDC_ON_BASE,
            pay_to: SELLER,
          },
        ],
      },
      'pay price_ok medium 0.01 base',
    ],
  ])('behavior: %s', (_, changes, expected) => {
    expect(ruling(changes)).toBe(expected)
  })
})
