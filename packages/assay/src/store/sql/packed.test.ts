import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { StoreFault } from '../errors.js'
import { pack, packJson, unpack, unpackJson } from './packed.js'

describe('pack, unpack', () => {
  test.each([0, 1, 1_023, 1_024, 4_095, 4_096, 16_384, 16_385, 100_000])(
    '%d bytes',
    async (length) => {
      const text = Buffer.alloc(length, 'repeated text ')
      const noise = randomBytes(length)
      expect(unpack(await pack(text))).toEqual(text)
      expect(unpack(await pack(noise))).toEqual(noise)
      expect((await pack(noise)).length).toBe(length + 1)
      if (length >= 1_024)
        expect((await pack(text)).length).toBeLessThan(length / 2)
    },
  )

  test('behavior: JSON, short and long', async () => {
    for (const value of [null, { a: '\0\ud800' }, ['x'.repeat(5_000)]])
      expect(unpackJson(await packJson(value))).toEqual(value)
  })

  test.each([[[]], [[2, 1]], [[1, 255, 255]]])('throws on %j', (bytes) => {
    expect(() => unpack(Uint8Array.from(bytes))).toThrow(StoreFault)
  })
})
