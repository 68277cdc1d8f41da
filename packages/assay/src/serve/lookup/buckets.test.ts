import { sha256Hex } from '@assay402/core'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  bucketOf,
  bucketOfPrefix,
  LEAST_ENTRIES,
  prefixBits,
  prefixDigits,
} from './buckets.js'

const ids = (count: number) =>
  Array.from({ length: count }, (_, i) => sha256Hex(String(i)))

describe('prefixBits', () => {
  test('behavior: as many as leave 32 in each bucket, no more', () => {
    const property = fc.property(fc.nat(5_000), (count) => {
      const all = ids(count)
      const bits = prefixBits(all)
      const sizes = (of: number) => {
        const found = new Array<number>(2 ** of).fill(0)
        for (const id of all)
          found[bucketOf(id, of)] = (found[bucketOf(id, of)] ?? 0) + 1
        return found
      }
      if (bits > 0)
        expect(Math.min(...sizes(bits))).toBeGreaterThanOrEqual(LEAST_ENTRIES)
      expect(Math.min(...sizes(bits + 1))).toBeLessThan(LEAST_ENTRIES)
    })
    fc.assert(property, { numRuns: 20 })
  })

  test.each([
    [0, 0],
    [31, 0],
    [63, 0],
  ])('behavior: %i entries are one bucket', (count, bits) => {
    expect(prefixBits(ids(count))).toBe(bits)
  })

  test('behavior: 32 on each side are two buckets, 31 are one', () => {
    const side = (digit: string, count: number) =>
      Array.from({ length: count }, () => digit.repeat(32))
    expect(prefixBits([...side('0', 32), ...side('f', 32)])).toBe(1)
    expect(prefixBits([...side('0', 32), ...side('f', 31)])).toBe(0)
  })
})

describe('bucketOfPrefix', () => {
  test.each<[string, number, number | undefined]>([
    ['', 0, 0],
    ['0', 0, undefined],
    ['8', 1, 1],
    ['9', 1, undefined],
    ['c', 2, 3],
    ['f', 4, 15],
    ['f8', 5, 31],
    ['f', 5, undefined],
    ['fff', 8, undefined],
    ['F', 4, undefined],
    ['g', 4, undefined],
    ['-', 4, undefined],
  ])('%s of %i bits', (prefix, bits, bucket) => {
    expect(bucketOfPrefix(prefix, bits)).toBe(bucket)
  })

  test('behavior: the prefix of an id names its bucket', () => {
    for (const id of ids(50))
      for (let bits = 0; bits <= 16; bits++) {
        const bucket = bucketOf(id, bits)
        const digits = prefixDigits(bits)
        const prefix =
          bits === 0
            ? ''
            : (bucket << (digits * 4 - bits)).toString(16).padStart(digits, '0')
        expect(bucketOfPrefix(prefix, bits)).toBe(bucket)
      }
  })
})
