import {
  counterparty,
  destination,
  endpointHealth,
  judgeTermsRead,
  merchant,
  readChallenge,
  termsReputation,
} from '@assay402/core'
import { ratePerSecond } from './measure.js'
import type { BenchOptions, Row } from './row.js'

const NOW = '2026-11-30T12:00:00Z'
const WALLET = '0x209693bc6afc0c5328ba36faf03c514ef312287c'
const USDC = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'

/** One judgement of each rulebook on a typical input, the challenge read. */
export function rulebooksBench(options: BenchOptions): Omit<Row, 'repeat'>[] {
  const response = {
    status: 402,
    headers: {
      'content-type': 'application/json',
      'payment-required': Buffer.from(JSON.stringify(challenge())).toString(
        'base64',
      ),
    },
    body: '{}',
    body_truncated: false,
  }
  const read = readChallenge(response)
  const termsInput = {
    now: NOW,
    url: 'https://api.example.com/x',
    expected: { price_usd: '0.01', pay_to: WALLET, network: 'eip155:8453' },
    probe: { outcome: 'response', ...response },
    history: days(8).map((at) => ({
      at,
      status: 402,
      price_atomic: '10000',
      network: 'eip155:8453',
      asset: USDC,
      pay_to: WALLET,
    })),
  }
  const judgements: [string, () => unknown][] = [
    ['terms', () => judgeTermsRead(termsInput, read)],
    ['terms-reputation', judged(termsReputation, reputationInput())],
    ['merchant', judged(merchant, merchantInput())],
    ['endpoint-health', judged(endpointHealth, healthInput())],
    ['counterparty (20 transfers)', judged(counterparty, counterpartyInput())],
    ['destination', judged(destination, destinationInput())],
  ]
  return judgements.map(([name, run]) => ({
    what: `one judgement, ${name}`,
    target: '≥ 100 000/s',
    measured: `${Math.round(ratePerSecond(run, options))}/s`,
    ratio: null,
    baseline: '–',
  }))
}

function judged(rulebook: { judge(input: unknown): unknown }, input: unknown) {
  return () => rulebook.judge(input)
}

function days(count: number): string[] {
  return Array.from(
    { length: count },
    (_, i) => `2026-11-${String(29 - i).padStart(2, '0')}T12:00:00Z`,
  )
}

function challenge() {
  const offer = {
    scheme: 'exact',
    network: 'eip155:8453',
    amount: '10000',
    asset: USDC,
    payTo: WALLET,
    maxTimeoutSeconds: 60,
    extra: { name: 'USD Coin', version: '2' },
  }
  return {
    x402Version: 2,
    resource: { url: 'https://api.example.com/x' },
    accepts: [offer],
  }
}

function reputationInput() {
  return {
    now: NOW,
    host: 'https://api.example.com',
    observations_total: 40,
    first_seen: '2026-10-01T00:00:00Z',
    endpoints: [
      {
        url: 'https://api.example.com/x',
        quality_code: 'quality_ok',
        observations: days(20).map((at) => ({
          at,
          status: 402,
          price_atomic: '10000',
          network: 'eip155:8453',
          asset: USDC,
          pay_to: WALLET,
        })),
      },
    ],
    checks: days(10).map((at) => ({
      at,
      url: 'https://api.example.com/x',
      verdict: 'pay',
    })),
  }
}

function merchantInput() {
  return {
    now: NOW,
    wallet: WALLET,
    indexed: true,
    activity: {
      source: 'settlements_30d',
      first_seen: '2026-01-01T00:00:00Z',
      total_tx_count: 1200,
      unique_payers: 40,
      refund_count: 1,
      refund_eligible_volume_atomic: '5000000',
      daily: days(29).map((at) => ({
        day: at.slice(0, 10),
        tx_count: 40,
        volume_atomic: '400000',
      })),
    },
    price_usd: '0.01',
    advertised_prices_atomic: ['10000'],
    category: 'data_api',
    comparable_prices_atomic: ['9000', '10000', '12000', '20000'],
    platforms: [],
  }
}

function healthInput() {
  return {
    now: NOW,
    url: 'https://api.example.com/x',
    advertised_method: 'GET',
    observations: Array.from({ length: 28 }, (_, i) => ({
      at: `2026-11-${String(24 + Math.floor(i / 4)).padStart(2, '0')}T${String((i % 4) * 6).padStart(2, '0')}:10:00Z`,
      result: 'response',
      status: 402,
      challenge: 'valid',
    })),
    quote_atomic: '10000',
    tags: ['Search'],
    category_quotes: ['a', 'b', 'c', 'd'].map((name) => ({
      host: `${name}.example`,
      price_atomic: '10000',
    })),
    registration: { status: 'known', registered_at: '2020-01-01T00:00:00Z' },
    sanctions: {
      list_published_at: '2026-11-29T00:00:00Z',
      fetched_at: '2026-11-30T00:00:00Z',
      addresses_checked: 1,
      matches: [],
    },
  }
}

function counterpartyInput() {
  return {
    now: NOW,
    subject: 'https://api.example.com/x',
    network: 'eip155:8453',
    pay_to: WALLET,
    settlement: {
      status: 'available',
      source: 'rpc-logs',
      transfers: days(20).map((at, i) => ({
        tx: `0x${i}`,
        log_index: i,
        from: `0x${String(i % 7).padStart(40, '1')}`,
        to: WALLET,
        amount_atomic: '10000',
        at,
      })),
      other_transfers: [],
    },
    probe: { status: 'completed', challenge: 'valid', pay_to: [WALLET] },
    excluded_wallets: [],
    self: false,
  }
}

function destinationInput() {
  return {
    now: NOW,
    target: 'https://api.weather-station.example/x',
    registration: { status: 'known', registered_at: '2020-01-01T00:00:00Z' },
  }
}
