import { describe, expect, test } from 'vitest'
import { type Instant, parseInstant } from '../../time/instant.js'
import type { Offer } from '../../x402/challenge-types.js'
import {
  SELLER,
  SOLANA,
  SOLANA_SELLER,
  USDC_ON_BASE,
  USDC_ON_SOLANA,
} from '../../x402/testing/challenge-samples.js'
import { paymentOf, termsDigest } from './payment.js'

const NOW = at('2026-11-30T12:00:00Z')

function at(text: string): Instant {
  return parseInstant(text) as Instant
}

function offer(changes: Partial<Offer> = {}): Offer {
  return {
    index: 0,
    source: 'header',
    version: 2,
    scheme: null,
    network: 'eip155:8453',
    asset: USDC_ON_BASE,
    pay_to: SELLER,
    amount: '10000',
    max_timeout_seconds: null,
    readable: true,
    usable: true,
    defects: [],
    expiry: null,
    extra: null,
    ...changes,
  }
}

describe('paymentOf', () => {
  test('default', () => {
    expect(paymentOf(offer({ max_timeout_seconds: 90 }), NOW)).toEqual({
      scheme: 'exact',
      network: 'eip155:8453',
      asset: USDC_ON_BASE,
      amount: { atomic: '10000', usd: '0.01' },
      pay_to: SELLER,
      deadline: '2026-11-30T12:01:30Z',
      deadline_source: 'maxTimeoutSeconds',
    })
  })

  test.each<[Partial<Offer>, string, string]>([
    [{}, '2026-11-30T12:01:00Z', 'default_60s'],
    [{ max_timeout_seconds: 0 }, '2026-11-30T12:01:00Z', 'default_60s'],
    [{ max_timeout_seconds: -5 }, '2026-11-30T12:01:00Z', 'default_60s'],
    [
      { max_timeout_seconds: 0.5 },
      '2026-11-30T12:00:00.500Z',
      'maxTimeoutSeconds',
    ],
    [
      { max_timeout_seconds: 0.0009 },
      '2026-11-30T12:00:00Z',
      'maxTimeoutSeconds',
    ],
    [
      { max_timeout_seconds: 86_400 },
      '2026-12-01T12:00:00Z',
      'maxTimeoutSeconds',
    ],
    [
      { max_timeout_seconds: 86_401 },
      '2026-12-01T12:00:00Z',
      'maxTimeoutSeconds',
    ],
    [
      { max_timeout_seconds: Number.MAX_VALUE },
      '2026-12-01T12:00:00Z',
      'maxTimeoutSeconds',
    ],
    [
      { expiry: at('2026-11-30T11:00:00Z'), max_timeout_seconds: 60 },
      '2026-11-30T11:00:00Z',
      'expiry',
    ],
    [
      { expiry: { ms: Number.MAX_SAFE_INTEGER, sub: '' } },
      '9999-12-31T23:59:59Z',
      'expiry',
    ],
  ])('behavior: deadline of %j', (changes, deadline, deadline_source) => {
    expect(paymentOf(offer(changes), NOW)).toMatchObject({
      deadline,
      deadline_source,
    })
  })
})

describe('termsDigest', () => {
  test('default', () => {
    expect(termsDigest(paymentOf(offer(), NOW))).toBe(
      '680f87ccbad4b20d7afe26edf88997fd45b62596c94881a8a0b07cadc366b33b',
    )
  })

  test('behavior: Solana addresses as written', () => {
    const solana = offer({
      network: SOLANA,
      asset: USDC_ON_SOLANA,
      pay_to: SOLANA_SELLER,
    })
    const other = { ...solana, pay_to: SOLANA_SELLER.toLowerCase() }
    expect(termsDigest(paymentOf(solana, NOW))).not.toBe(
      termsDigest(paymentOf(other, NOW)),
    )
  })
})
