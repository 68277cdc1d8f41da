import { describe, expect, test } from 'vitest'
import { createWalletKey } from './wallet-key.js'

const UPPER = `0x${'AB'.repeat(20)}`
const LOWER = UPPER.toLowerCase()

describe('createWalletKey', () => {
  test.each([['eip155:8453'], ['unheard-of'], [null]])(
    'default: on %s EVM addresses compare without case',
    (network) => {
      const keyOf = createWalletKey(network)
      expect([UPPER, LOWER, UPPER, 'AbC', 'abc'].map(keyOf)).toEqual([
        LOWER,
        LOWER,
        LOWER,
        'AbC',
        'abc',
      ])
    },
  )

  test('behavior: on Solana everything compares exactly', () => {
    const keyOf = createWalletKey('solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp')
    expect([UPPER, LOWER, UPPER].map(keyOf)).toEqual([UPPER, LOWER, UPPER])
  })
})
