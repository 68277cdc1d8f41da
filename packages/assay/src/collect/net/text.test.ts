import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { headerText } from './headers.js'
import { textOfBytes, textOfHeader } from './text.js'

describe('textOfBytes', () => {
  test.each([
    [[0x61, 0xc3, 0xa4], 'aä'],
    [[0xff, 0x61], '\ufffda'],
    [[0xed, 0xa0, 0x80], '\ufffd\ufffd\ufffd'],
    [[0xef, 0xbb, 0xbf, 0x61], '\ufeffa'],
    [[0x00], '\0'],
  ])('%j', (bytes, text) => {
    expect(textOfBytes(Uint8Array.from(bytes))).toBe(text)
  })

  test('behavior: always whole Unicode', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        expect(/\p{Surrogate}/u.test(textOfBytes(bytes))).toBe(false)
      }),
    )
  })
})

describe('textOfHeader', () => {
  test('default: Latin-1 read again as UTF-8', () => {
    expect(textOfHeader('abc')).toBe('abc')
    expect(textOfHeader('USD\u00e2\u0082\u00ae0')).toBe('USD₮0')
    expect(textOfHeader('caf\u00e9')).toBe('caf\ufffd')
  })

  test('behavior: any text survives the way through bytes', () => {
    const anyText = fc.string({ unit: 'grapheme' })
    fc.assert(
      fc.property(anyText, (text) => {
        expect(textOfHeader(Buffer.from(text).toString('latin1'))).toBe(text)
      }),
    )
  })
})

describe('headerText', () => {
  test('default: the first, whatever its case', () => {
    const headers = [
      ['X-A', '1'],
      ['x-a', '2'],
    ] as const
    expect(headerText(headers, 'x-a')).toBe('1')
    expect(headerText(headers, 'x-b')).toBeUndefined()
  })
})
