import { describe, expect, test } from 'vitest'
import { readJson } from '../json/reader.js'
import type { JsonValue } from '../json/value.js'
import { readOffer } from './offer.js'
import {
  entry,
  entryV1,
  OTHER_SELLER,
  SELLER,
  SOLANA_SELLER,
  solanaEntry,
  USDC_ON_BASE,
  USDC_ON_SOLANA,
} from './testing/challenge-samples.js'

function read(given: JsonValue, version: 1 | 2 = 2) {
  const parsed = readJson(JSON.stringify([given]), { depth: 32, units: 1e6 })
  if (!parsed.ok) throw new Error(parsed.fault)
  const accepts = parsed.json.value as JsonValue[]
  const document = { source: 'header', version, json: {}, accepts } as const
  return readOffer(parsed.json, document, 0)
}

function defectsOf(given: JsonValue, version: 1 | 2 = 2): readonly string[] {
  return read(given, version).offer.defects
}

describe('readOffer', () => {
  test('default', () => {
    const extra = { name: 'USD Coin', deadline: 1_796_040_030 }
    expect(read(entry({ extra })).offer).toEqual({
      index: 0,
      source: 'header',
      version: 2,
      scheme: 'exact',
      network: 'eip155:8453',
      asset: USDC_ON_BASE,
      pay_to: SELLER,
      amount: '10000',
      max_timeout_seconds: 60,
      readable: true,
      usable: true,
      defects: [],
      expiry: { ms: 1_796_040_030_000, sub: '' },
      extra,
    })
  })

  test('behavior: version 1', () => {
    expect(read(entryV1(), 1).offer).toMatchObject({
      version: 1,
      network: 'eip155:8453',
      amount: '10000',
      usable: true,
      defects: [],
      extra: null,
      expiry: null,
    })
  })

  test.each<[JsonValue]>([[null], [5], ['exact'], [[]], [{}]])(
    'behavior: %j lacks all',
    (given) => {
      expect(read(given).offer).toEqual({
        index: 0,
        source: 'header',
        version: 2,
        scheme: null,
        network: null,
        asset: null,
        pay_to: null,
        amount: null,
        max_timeout_seconds: null,
        readable: false,
        usable: false,
        defects: [
          'network_missing',
          'amount_unreadable',
          'asset_missing',
          'pay_to_missing',
        ],
        expiry: null,
        extra: null,
      })
    },
  )

  test.each<[string, JsonValue, string | null, boolean, string[]]>([
    ['absent', entry(), 'exact', true, []],
    ['null', entry({ scheme: null }), null, true, []],
    ['upto', entry({ scheme: 'upto' }), 'upto', false, ['scheme_other']],
    ['EXACT', entry({ scheme: 'EXACT' }), 'EXACT', false, ['scheme_other']],
    ['empty', entry({ scheme: '' }), '', false, ['scheme_other']],
    ['a number', entry({ scheme: 5 }), null, false, ['scheme_other']],
  ])('behavior: scheme %s', (_, given, scheme, usable, defects) => {
    const { offer } = read(given)
    expect(offer).toMatchObject({ scheme, usable, defects, readable: true })
  })

  test.each<[string, 1 | 2, string, string[]]>([
    ['eip155:8453', 1, 'eip155:8453', []],
    ['base', 1, 'eip155:8453', []],
    ['base', 2, 'eip155:8453', ['network_v1_name']],
    ['optimism', 2, 'eip155:10', ['network_v1_name']],
    ['arbitrum', 1, 'eip155:42161', []],
    ['Base', 2, 'Base', []],
    ['constructor', 2, 'constructor', []],
  ])('behavior: network %s in version %i', (network, version, id, defects) => {
    const given = { ...entryV1(), ...entry(), network, maxAmountRequired: null }
    const amount = version === 1 ? { amount: null, maxAmountRequired: '1' } : {}
    expect(read({ ...given, ...amount }, version).offer).toMatchObject({
      network: id,
      defects,
      usable: true,
    })
  })

  test.each<[string, string[]]>([
    ['solana', ['network_v1_name']],
    ['solana:mainnet', ['network_alias']],
    ['solana:devnet', ['network_alias']],
  ])('behavior: network %s', (network, defects) => {
    expect(defectsOf(solanaEntry({ network }))).toEqual(defects)
  })

  test.each<[JsonValue, string[]]>([
    [entry({ network: '' }), ['network_missing']],
    [entry({ network: 8453 }), ['network_missing']],
    [entry({ asset: '' }), ['asset_missing']],
    [entry({ asset: null }), ['asset_missing']],
    [entry({ asset: USDC_ON_BASE.toLowerCase() }), []],
    [entry({ asset: USDC_ON_BASE.replace('C', 'c') }), ['asset_checksum']],
    [entry({ asset: 'USDC' }), []],
    [entry({ payTo: '' }), ['pay_to_missing']],
    [entry({ payTo: ['x'] }), ['pay_to_missing']],
    [entry({ payTo: SELLER.toLowerCase() }), []],
    [entry({ payTo: `0x${SELLER.slice(2).toUpperCase()}` }), []],
    [entry({ payTo: SELLER.replace('B', 'b') }), ['pay_to_checksum']],
    [entry({ payTo: SELLER.slice(0, -1) }), ['pay_to_family']],
    [entry({ payTo: `${SELLER}0` }), ['pay_to_family']],
    [entry({ payTo: SELLER.replace('0x', '0X') }), ['pay_to_family']],
    [entry({ payTo: SELLER.replace('C', 'g') }), ['pay_to_family']],
    [entry({ payTo: SOLANA_SELLER }), ['pay_to_family']],
    [solanaEntry({ payTo: SELLER }), ['pay_to_family']],
    [solanaEntry({ payTo: '11111111111111111111111111111111' }), []],
    [solanaEntry({ payTo: '1'.repeat(33) }), ['pay_to_family']],
    [
      solanaEntry({ payTo: SOLANA_SELLER.replace('w', '0') }),
      ['pay_to_family'],
    ],
    [
      entry({ payTo: '0x000000000000000000000000000000000000dEaD' }),
      ['pay_to_burn'],
    ],
    [entry({ payTo: `0x${'0'.repeat(40)}` }), ['pay_to_burn']],
    [entry({ payTo: `0x${'F'.repeat(40)}` }), ['pay_to_burn']],
    [entry({ payTo: USDC_ON_BASE.toLowerCase() }), ['pay_to_is_asset']],
    [solanaEntry({ payTo: USDC_ON_SOLANA }), ['pay_to_is_asset']],
    [
      entry({ network: 'x:1', asset: 'same', payTo: 'same' }),
      ['pay_to_is_asset'],
    ],
    [entry({ network: 'x:1', asset: 'same', payTo: 'SAME' }), []],
    [entry({ network: 'x:1', payTo: `0x${'0'.repeat(40)}` }), []],
    [entry({ network: 'x:1', payTo: SELLER.replace('B', 'b') }), []],
    [
      entry({ network: '', payTo: SELLER.replace('B', 'b') }),
      ['network_missing'],
    ],
  ])('behavior: parties of %j', (given, defects) => {
    expect(defectsOf(given)).toEqual(defects)
  })

  test.each<[JsonValue, number | null, string[]]>([
    [600, 600, []],
    [601, 601, ['timeout_long']],
    [600.5, 600.5, ['timeout_long']],
    [86_400, 86_400, ['timeout_long']],
    [86_401, 86_401, ['timeout_absurd']],
    [0, 0, []],
    [-1, -1, []],
    ['60', null, []],
    [null, null, []],
  ])('behavior: maxTimeoutSeconds %j', (given, seconds, defects) => {
    expect(read(entry({ maxTimeoutSeconds: given })).offer).toMatchObject({
      max_timeout_seconds: seconds,
      defects,
      usable: true,
    })
  })

  test.each<[JsonValue]>([[null], ['x'], [[1]]])(
    'behavior: extra %j is none',
    (extra) => {
      expect(read(entry({ extra })).offer).toMatchObject({
        extra: null,
        expiry: null,
      })
    },
  )

  test.each<[string, JsonValue, JsonValue, boolean]>([
    [
      'timeout and extra do not count',
      entry(),
      entry({ maxTimeoutSeconds: 9, extra: {} }),
      true,
    ],
    ['no scheme', entry(), entry({ scheme: null }), true],
    ['another scheme', entry(), entry({ scheme: 'upto' }), false],
    ['unlike schemes', entry({ scheme: 5 }), entry({ scheme: '5' }), false],
    ['network after mapping', entry(), entry({ network: 'base' }), true],
    ['another network', entry(), entry({ network: 'eip155:1' }), false],
    [
      'EVM without case',
      entry(),
      entry({ payTo: SELLER.toLowerCase(), asset: USDC_ON_BASE.toLowerCase() }),
      true,
    ],
    [
      'Solana exactly',
      solanaEntry(),
      solanaEntry({ payTo: SOLANA_SELLER.toLowerCase() }),
      false,
    ],
    [
      'other chains exactly',
      entry({ network: 'x:1' }),
      entry({ network: 'x:1', payTo: SELLER.toLowerCase() }),
      false,
    ],
    ['another payee', entry(), entry({ payTo: OTHER_SELLER }), false],
    ['amount by value', entry(), entry({ amount: 10_000 }), true],
    ['another amount', entry(), entry({ amount: '10001' }), false],
    ['two that lack all', 5, 'x', true],
    [
      'texts do not run into each other',
      entry({ network: 'x:1', asset: 'ab', payTo: 'c' }),
      entry({ network: 'x:1', asset: 'a', payTo: 'bc' }),
      false,
    ],
  ])('behavior: collapse, %s', (_, a, b, same) => {
    expect(read(a).key === read(b).key).toBe(same)
  })
})
