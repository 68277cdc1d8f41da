import { describe, expect, test } from 'vitest'
import type { NetworkFamily } from './network.js'
import { partyKey, sameParty } from './party.js'
import { SELLER, SOLANA_SELLER } from './testing/challenge-samples.js'

const LOWER = SELLER.toLowerCase()

describe('sameParty', () => {
  test.each<[string, string, NetworkFamily, boolean]>([
    [SELLER, SELLER, 'eip155', true],
    [SELLER, LOWER, 'eip155', true],
    [SELLER, LOWER, 'other', false],
    ['USDC', 'usdc', 'eip155', false],
    [SOLANA_SELLER, SOLANA_SELLER.toLowerCase(), 'solana', false],
  ])('default %s, %s on %s', (a, b, family, expected) => {
    expect(sameParty(a, b, family)).toBe(expected)
  })
})

describe('partyKey', () => {
  test.each<[string, NetworkFamily, string]>([
    [SELLER, 'eip155', LOWER],
    ['USDC', 'eip155', 'USDC'],
    [SELLER, 'other', SELLER],
    [SELLER, 'solana', SELLER],
  ])('default %s on %s', (address, family, expected) => {
    expect(partyKey(address, family)).toBe(expected)
  })
})
