import { describe, expect, test } from 'vitest'
import { mapNetwork, networkFamily } from './network.js'
import { savedResponseSchema } from './saved-response.js'
import { CANONICAL_USDC, isCanonicalUsdc, isSupportedMainnet } from './usdc.js'

describe('mapNetwork', () => {
  test.each<[string, string, string]>([
    ['base', 'eip155:8453', 'v1_name'],
    ['optimism', 'eip155:10', 'v1_name'],
    ['solana', 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', 'v1_name'],
    ['solana:mainnet', 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', 'alias'],
    ['solana:devnet', 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1', 'alias'],
    ['eip155:8453', 'eip155:8453', 'caip2'],
    ['Base', 'Base', 'caip2'],
    ['constructor', 'constructor', 'caip2'],
    ['', '', 'caip2'],
  ])('%s', (written, id, spelling) => {
    expect(mapNetwork(written)).toEqual({ id, spelling })
  })
})

describe('networkFamily', () => {
  test.each([
    ['eip155:1', 'eip155'],
    ['solana:x', 'solana'],
    ['stellar:pubnet', 'other'],
  ])('%s', (id, family) => {
    expect(networkFamily(id)).toBe(family)
  })
})

describe('isCanonicalUsdc', () => {
  test('default: each token on its own network only', () => {
    for (const [network, asset] of Object.entries(CANONICAL_USDC)) {
      expect(isSupportedMainnet(network)).toBe(true)
      expect(isCanonicalUsdc(network, asset)).toBe(true)
      expect(isCanonicalUsdc('eip155:84532', asset)).toBe(false)
    }
  })

  test('behavior: EVM without case, Solana exactly', () => {
    expect(
      isCanonicalUsdc('eip155:1', '0xA0B86991C6218B36C1D19D4A2E9EB0CE3606EB48'),
    ).toBe(true)
    expect(
      isCanonicalUsdc(
        'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
        'epjfwdd5aufqssqem2qn1xzybapc8g4weggkzwydt1v',
      ),
    ).toBe(false)
  })
})

describe('savedResponseSchema', () => {
  test('default: what is missing is empty', () => {
    expect(savedResponseSchema.parse({ status: 402 })).toEqual({
      status: 402,
      headers: {},
      body: '',
      body_truncated: false,
    })
  })
})
