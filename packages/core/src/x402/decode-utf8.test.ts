import { describe, expect, test } from 'vitest'
import { decodeUtf8 } from './decode-utf8.js'

describe('decodeUtf8', () => {
  test.each<[number[], string, boolean]>([
    [[], '', true],
    [[0x61, 0xc3, 0xa9], 'aé', true],
    [[0xef, 0xbb, 0xbf, 0x61], '\ufeffa', true],
    [[0xef, 0xbf, 0xbd], '\ufffd', true],
    [[0x61, 0xff], 'a\ufffd', false],
    [[0xc3], '\ufffd', false],
    [[0xed, 0xa0, 0x80], '\ufffd\ufffd\ufffd', false],
    [[0xef, 0xbf, 0xbd, 0xff], '\ufffd\ufffd', false],
  ])('default %j', (bytes, text, valid) => {
    expect(decodeUtf8(Uint8Array.from(bytes))).toEqual({ text, valid })
  })
})
