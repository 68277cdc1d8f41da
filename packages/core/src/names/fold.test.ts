import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fold } from './fold.js'

describe('fold', () => {
  test.each([
    ['openai', 'openal'],
    ['OpenAI', 'openal'],
    ['0penai', 'openal'],
    ['rnicrosoft', 'mlcrosoft'],
    ['tvvilio', 'twlllo'],
    ['01!i345789$@', 'olllieastbgsa'.replace('i', '')],
    ['ópenai', 'openal'],
    ['gооgle', 'google'],
    ['ｇｏｏｇｌｅ', 'google'],
    ['œuvre', 'oeuvre'],
    ['раураl', 'paypal'],
    ['例え', '例え'],
    ['', ''],
  ])('%s folds to %s', (text, folded) => {
    expect(fold(text)).toBe(folded)
  })

  test('property: ASCII in, lower-case ASCII out, without case', () => {
    const ascii = fc.string({ unit: 'binary-ascii' })
    fc.assert(
      fc.property(ascii, (text) => {
        expect(fold(text.toUpperCase())).toBe(fold(text.toLowerCase()))
      }),
    )
  })

  test('property: total', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(typeof fold(text)).toBe('string')
      }),
    )
  })
})
