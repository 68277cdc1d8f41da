import { describe, expect, test } from 'vitest'
import { base58Of, bytesOfBase58 } from './base58.js'
import { MINT, walletOf } from './testing/fake-solana.js'
import {
  TOKEN_PROGRAMS,
  tokenAccountOf,
  tokenAccountsOf,
} from './token-account.js'

describe('tokenAccountOf', () => {
  test.each([
    [walletOf(1), 'token', '4i3pyXbcFni14FdzBm3maKyhMvTXEqAfNJgtHPEQPVsc'],
    [walletOf(2), 'token', 'DCc4NbzYPDGqfmD7zwTDxCzDS3mgnuavqdn9gCA5Da8g'],
    [walletOf(1), 'token_2022', '8vVAGjBqQweYjYbryZuCaLWNGQhiUdQctmBCmjH8tikS'],
  ] as const)('default: %s under %s', (wallet, program, account) => {
    expect(tokenAccountOf(wallet, TOKEN_PROGRAMS[program], MINT)).toBe(account)
  })

  test('behavior: what is no address', () => {
    expect(() => tokenAccountOf('x0', TOKEN_PROGRAMS.token, MINT)).toThrow(
      'x0 is no address',
    )
    expect(() => tokenAccountOf('x', TOKEN_PROGRAMS.token, MINT)).toThrow(
      TypeError,
    )
  })
})

describe('tokenAccountsOf', () => {
  test('default: of the program of the token, else of both', () => {
    const wallet = walletOf(1)
    const both = Object.values(TOKEN_PROGRAMS).map((program) =>
      tokenAccountOf(wallet, program, MINT),
    )
    expect(tokenAccountsOf(wallet, MINT)).toEqual(both)
    expect(tokenAccountsOf(wallet, MINT, TOKEN_PROGRAMS.token)).toEqual([
      both[0],
    ])
    expect(tokenAccountsOf(wallet, MINT, 'other')).toEqual(both)
  })
})

describe('bytesOfBase58', () => {
  test('default: there and back', () => {
    for (const bytes of [[], [0], [0, 0, 1], [255, 255], [1, 0, 0]])
      expect(bytesOfBase58(base58Of(Uint8Array.from(bytes)))).toEqual(
        Uint8Array.from(bytes),
      )
    expect(bytesOfBase58('0')).toBe(undefined)
    expect(bytesOfBase58('1'.repeat(101))).toBe(undefined)
  })
})
