import { describe, expect, test } from 'vitest'
import { readChallenge } from './challenge.js'
import { type StockClient, stockClient } from './stock-client.js'

const offer = {
  scheme: 'exact',
  network: 'eip155:8453',
  amount: '10000',
  asset: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
  payTo: '0x209693Bc6afc0C5328bA36FaF03C514EF312287C',
  maxTimeoutSeconds: 60,
  extra: { name: 'USD Coin', version: '2' },
}

const base64 = (value: unknown) =>
  Buffer.from(JSON.stringify(value)).toString('base64')

function v2(accepts: unknown[], more: object = {}): StockClient {
  const challenge = {
    x402Version: 2,
    resource: { url: 'https://a.example/' },
    accepts,
    ...more,
  }
  return predicted({ 'payment-required': base64(challenge) }, '{}')
}

function v1(accepts: unknown[]): StockClient {
  return predicted({}, JSON.stringify({ x402Version: 1, accepts }))
}

function predicted(headers: Record<string, string>, body: string): StockClient {
  return stockClient(
    readChallenge({ status: 402, headers, body, body_truncated: false }),
  )
}

describe('stockClient', () => {
  test('default: signs the first offer that it can', () => {
    expect(v2([{ ...offer, network: 'stellar:pubnet' }, offer])).toEqual({
      pays: { source: 'header', index: 1 },
      refuses: [{ source: 'header', index: 0, why: 'network_not_registered' }],
      unreadable: null,
    })
  })

  test.each<[string, object, string]>([
    ['another scheme', { scheme: 'upto' }, 'scheme_not_exact'],
    ['no network', { network: undefined }, 'network_not_registered'],
    ['a v1 name in v2', { network: 'base' }, 'network_spelling'],
    ['an alias', { network: 'solana:mainnet' }, 'network_spelling'],
    [
      'the amount of v1',
      { amount: undefined, maxAmountRequired: '10000' },
      'amount_field_missing',
    ],
    ['decimal dollars', { amount: '0.01' }, 'amount_not_digits'],
    [
      'another token',
      { asset: '0x1111111111111111111111111111111111111111' },
      'asset_not_default',
    ],
    ['no token', { asset: undefined }, 'asset_not_default'],
    ['a cent over a dollar', { amount: '1010000' }, 'over_one_dollar'],
    ['no token name', { extra: { version: '2' } }, 'token_name_missing'],
    ['no extra', { extra: undefined }, 'token_name_missing'],
    [
      'an unknown flow',
      { extra: { ...offer.extra, paymentFlow: 'later' } },
      'payment_flow_unknown',
    ],
  ])('behavior: refuses %s', (_, change, why) => {
    expect(v2([{ ...offer, ...change }])).toEqual({
      pays: null,
      refuses: [{ source: 'header', index: 0, why }],
      unreadable: null,
    })
  })

  test('behavior: exactly one dollar is signed', () => {
    expect(v2([{ ...offer, amount: '1000000' }]).pays).toEqual({
      source: 'header',
      index: 0,
    })
  })

  test('behavior: eighteen decimals have their own dollar', () => {
    const musd = {
      ...offer,
      network: 'eip155:31612',
      asset: '0xdD468A1DDc392dcdbEf6db6e34E89AA338F9F186',
    }
    expect(v2([{ ...musd, amount: '1000000000000000000' }]).pays).not.toBeNull()
    expect(v2([{ ...musd, amount: '1000000000000000001' }]).pays).toBeNull()
  })

  test('behavior: Solana needs no token name', () => {
    const solana = {
      ...offer,
      network: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
      asset: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
      payTo: 'CASHx9KJUStyftLFWGvEVf59SGeG9sh5FfcnZMVPCASH',
      extra: {},
    }
    expect(v2([solana]).pays).not.toBeNull()
  })

  test('behavior: prefers to pay after the answer', () => {
    const upfront = {
      ...offer,
      amount: '9000',
      extra: { ...offer.extra, paymentFlow: 'upfront' },
    }
    expect(v2([upfront, offer]).pays).toEqual({ source: 'header', index: 1 })
    expect(v2([upfront]).pays).toEqual({ source: 'header', index: 0 })
  })

  test('behavior: v1 by its own names', () => {
    const { amount: maxAmountRequired, ...rest } = offer
    const entry = { ...rest, maxAmountRequired, network: 'base' }
    expect(v1([entry]).pays).toEqual({ source: 'body', index: 0 })
    expect(v1([{ ...entry, network: 'eip155:8453' }]).refuses[0]?.why).toBe(
      'network_spelling',
    )
    expect(v1(['nonsense']).refuses[0]?.why).toBe('scheme_not_exact')
  })

  test('behavior: beside a header it does not look at the body', () => {
    const header = base64({
      x402Version: 2,
      resource: { url: 'https://a.example/' },
      accepts: [offer],
    })
    const { amount: maxAmountRequired, ...rest } = offer
    const body = JSON.stringify({
      x402Version: 1,
      accepts: [{ ...rest, maxAmountRequired, network: 'polygon' }],
    })
    expect(predicted({ 'payment-required': header }, body).refuses).toEqual([
      { source: 'body', index: 0, why: 'not_read_by_it' },
    ])
  })

  test.each<[string, Record<string, string>, string, string]>([
    ['nothing at all', {}, '', 'no_offers'],
    [
      'a raw header',
      { 'payment-required': '{"x402Version":2}' },
      '',
      'header_raw_json',
    ],
    ['a broken header', { 'payment-required': '!' }, '', 'header_unreadable'],
    [
      'a v2 body',
      {},
      JSON.stringify({
        x402Version: 2,
        resource: { url: 'x' },
        accepts: [offer],
      }),
      'body_only_v2',
    ],
    [
      'a version as text',
      {
        'payment-required': base64({
          x402Version: '2',
          resource: { url: 'x' },
          accepts: [offer],
        }),
      },
      '',
      'version_string',
    ],
  ])('behavior: cannot read %s', (_, headers, body, unreadable) => {
    expect(predicted(headers, body)).toEqual({
      pays: null,
      refuses: [],
      unreadable,
    })
  })
})
