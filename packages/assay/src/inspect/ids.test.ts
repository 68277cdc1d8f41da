import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { randomId, ulid } from './ids.js'

const bytes = fc.uint8Array({ minLength: 10, maxLength: 10 })
const moments = fc.integer({ min: 0, max: 2 ** 48 - 1 })

describe('ulid', () => {
  test('default', () => {
    expect(ulid(1_469_918_176_385, new Uint8Array(10).fill(255))).toBe(
      '01ARYZ6S41ZZZZZZZZZZZZZZZZ',
    )
  })

  test('behavior: the 128 bits, five a digit', () => {
    fc.assert(
      fc.property(moments, bytes, (at, random) => {
        const digits = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
        let value = BigInt(at)
        for (const byte of random) value = (value << 8n) | BigInt(byte)
        let read = 0n
        for (const digit of ulid(at, random))
          read = read * 32n + BigInt(digits.indexOf(digit))
        expect(read).toBe(value)
      }),
    )
  })

  test('behavior: a later one sorts after', () => {
    const random = new Uint8Array(10)
    expect(ulid(2, random) > ulid(1, new Uint8Array(10).fill(255))).toBe(true)
  })
})

describe('randomId', () => {
  test('default', () => {
    expect(randomId(new Uint8Array(16).fill(171))).toBe('ab'.repeat(16))
  })
})
