import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decodeBase64 } from './base64.js'

function textOf(base64: string): string | undefined {
  const decoded = decodeBase64(base64)
  return decoded && Buffer.from(decoded.bytes).toString('latin1')
}

describe('decodeBase64', () => {
  test.each<[string, string]>([
    ['', ''],
    ['=', ''],
    ['==', ''],
    ['YQ==', 'a'],
    ['YQ=', 'a'],
    ['YQ', 'a'],
    ['YWI=', 'ab'],
    ['YWI', 'ab'],
    ['YWJj', 'abc'],
    ['YWJj==', 'abc'],
    [' Y\tW\nJ\v\fj\r', 'abc'],
    ['YQ = =', 'a'],
    ['YR==', 'a'],
    ['-_+/', '\u00fb\u00ff\u00bf'],
    ['++//', '\u00fb\u00ef\u00ff'],
  ])('default %j', (base64, expected) => {
    expect(textOf(base64)).toBe(expected)
  })

  test.each([
    'Y',
    'YWJjY',
    'YQ===',
    '===',
    'Y=Q=',
    'YQ==YQ==',
    'YQ!',
    'YWJ.',
    'YWJjY!',
    'YWJjYW!',
    'ÄAAA',
    'YWJj\u00a0',
    'YWJj\u2028',
    'Y W J j !',
  ])('error: %j', (base64) => {
    expect(decodeBase64(base64)).toBeUndefined()
  })

  test.each<[string, boolean]>([
    ['+/+/', false],
    ['-/+/', true],
    ['+/_', true],
    ['A-', true],
    ['YQ', false],
  ])('behavior: names the URL alphabet in %j', (base64, url) => {
    expect(decodeBase64(base64)?.url).toBe(url)
  })

  test('behavior: any bytes come back', () => {
    fc.assert(
      fc.property(
        fc.uint8Array(),
        fc.constantFrom<BufferEncoding>('base64', 'base64url'),
        (bytes, alphabet) => {
          const text = Buffer.from(bytes).toString(alphabet)
          expect(decodeBase64(text)?.bytes).toEqual(bytes)
        },
      ),
    )
  })

  test('behavior: total on any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const decoded = decodeBase64(text)
        const dense = text.replace(/[\t-\r ]/g, '').replace(/={1,2}$/, '')
        const readable =
          /^[A-Za-z0-9+/_-]*$/.test(dense) && dense.length % 4 !== 1
        expect(decoded !== undefined).toBe(readable)
      }),
    )
  })
})
