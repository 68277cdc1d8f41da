import { describe, expect, test } from 'vitest'
import { CANONICAL_USDC, isCanonicalUsdc, isSupportedMainnet } from './usdc.js'

const BASE_USDC = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'

describe('isCanonicalUsdc', () => {
  test.each(Object.entries(CANONICAL_USDC))('default %s', (network, asset) => {
    expect(isCanonicalUsdc(network, asset)).toBe(true)
    expect(isSupportedMainnet(network)).toBe(true)
  })

  test.each<[string, string, boolean]>([
    ['eip155:8453', BASE_USDC.toLowerCase(), true],
    ['eip155:1', BASE_USDC, false],
    ['eip155:84532', BASE_USDC, false],
    ['constructor', BASE_USDC, false],
    [
      'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
      'epjfwdd5aufqssqem2qn1xzybapc8g4weggkzwytdt1v',
      false,
    ],
  ])('behavior: %s %s', (network, asset, expected) => {
    expect(isCanonicalUsdc(network, asset)).toBe(expected)
  })
})

describe('isSupportedMainnet', () => {
  test.each(['eip155:84532', 'base', '', 'constructor'])('default %j', (id) => {
    expect(isSupportedMainnet(id)).toBe(false)
  })
})
