import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { base58Of, bytesOfBase58 } from './base58.js'

describe('bytesOfBase58', () => {
  test.each([
    ['', []],
    ['1', [0]],
    ['2g', [0x61]],
    ['1112', [0, 0, 0, 1]],
    ['0', undefined],
    ['2 ', undefined],
    ['1'.repeat(100), new Array(100).fill(0)],
    ['1'.repeat(101), undefined],
  ])('%s', (text, bytes) => {
    const expected = bytes === undefined ? undefined : Uint8Array.from(bytes)
    expect(bytesOfBase58(text, 100)).toEqual(expected)
  })

  test('property: there and back', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 64 }), (bytes) => {
        expect(bytesOfBase58(base58Of(bytes), 100)).toEqual(bytes)
      }),
    )
  })
})
