import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  addressKey,
  hasWrongChecksum,
  isEvmAddress,
  isSolanaAddress,
  sameAddress,
} from './address.js'
import { isBurnAddress } from './burn.js'

const USDC = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
const MINT = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'

describe('isEvmAddress', () => {
  test.each<[string, boolean]>([
    [USDC, true],
    [USDC.toUpperCase().replace('0X', '0x'), true],
    [USDC.toUpperCase(), false],
    [USDC.slice(0, -1), false],
    [`${USDC}0`, false],
    [USDC.replace('8', 'g'), false],
  ])('%s %s', (text, expected) => {
    expect(isEvmAddress(text)).toBe(expected)
  })
})

describe('isSolanaAddress', () => {
  test.each<[string, boolean]>([
    [MINT, true],
    ['1'.repeat(32), true],
    ['1'.repeat(31), false],
    ['1'.repeat(33), false],
    ['z'.repeat(44), false],
    ['4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z', false],
    [MINT.replace('E', '0'), false],
    [MINT.replace('E', 'l'), false],
    [MINT.replace('E', 'é'), false],
    [`${MINT}1`, false],
    ['', false],
  ])('%s %s', (text, expected) => {
    expect(isSolanaAddress(text)).toBe(expected)
  })
})

describe('isSolanaAddress, compared with whole numbers', () => {
  const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

  function bytesOf(text: string): number {
    let value = 0n
    for (const digit of text)
      value = value * 58n + BigInt(BASE58.indexOf(digit))
    const zeros = /^1*/.exec(text)?.[0].length ?? 0
    const significant =
      value === 0n ? 0 : Math.ceil(value.toString(16).length / 2)
    return zeros + significant
  }

  test('behavior: exactly 32 bytes', () => {
    const digit = fc.constantFrom(...BASE58)
    const text = fc
      .tuple(fc.nat(4), fc.array(digit, { minLength: 28, maxLength: 44 }))
      .map(([zeros, digits]) => '1'.repeat(zeros) + digits.join(''))
    fc.assert(
      fc.property(text, (address) => {
        expect(isSolanaAddress(address)).toBe(bytesOf(address) === 32)
      }),
      { numRuns: 1000 },
    )
  })
})

describe('sameAddress', () => {
  test('EVM without case, others exactly', () => {
    expect(sameAddress(USDC, USDC.toLowerCase())).toBe(true)
    expect(sameAddress(MINT, MINT.toLowerCase())).toBe(false)
    expect(sameAddress(MINT, MINT)).toBe(true)
    expect(addressKey(USDC)).toBe(USDC.toLowerCase())
  })
})

describe('hasWrongChecksum', () => {
  test.each<[string, boolean]>([
    [USDC, false],
    [USDC.toLowerCase(), false],
    [`0x${USDC.slice(2).toUpperCase()}`, false],
    [USDC.replace('fCD', 'fcD'), true],
    [USDC.replace('fCD', 'fcD'), true],
  ])('%s %s', (address, wrong) => {
    expect(hasWrongChecksum(address)).toBe(wrong)
  })

  test('behavior: its memory is bounded', () => {
    for (let i = 0; i < 5000; i++) {
      const hex = i.toString(16).padStart(38, '0')
      expect(hasWrongChecksum(`0x${hex}aB`)).toBe(
        hasWrongChecksum(`0x${hex}aB`),
      )
    }
  })
})

describe('isBurnAddress', () => {
  test('default', () => {
    expect(isBurnAddress('0x000000000000000000000000000000000000DEAD')).toBe(
      true,
    )
    expect(isBurnAddress(USDC)).toBe(false)
  })
})
