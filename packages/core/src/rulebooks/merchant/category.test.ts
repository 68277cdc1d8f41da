import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { merchantCategoryOf } from './category.js'
import { CATEGORY_WORDS } from './category-words.js'
import { MERCHANT_CATEGORIES } from './data.js'

describe('merchantCategoryOf', () => {
  test.each([
    ['Current weather and 5-day FORECAST for any city', 'data_api'],
    ['Serverless GPU inference, pay per call', 'compute'],
    ['Text-to-speech with twelve voices', 'content_generation'],
    ['OHLCV candles and liquidity of DEX pairs', 'financial_data'],
    ['Pinning for agents on IPFS', 'storage'],
    ['Open x402 facilitator on Base', 'other'],
    ['Premium API access', 'other'],
    ['', 'other'],
    ['weather and token prices', 'other'],
    ['weathered stocking', 'other'],
    ['token_price', 'financial_data'],
    ['price-weather', 'other'],
    ['weather prévision météo', 'data_api'],
    ['météoweather', 'other'],
    ['constructor __proto__ toString', 'other'],
  ])('behavior: %s is %s', (text, category) => {
    expect(merchantCategoryOf(text)).toBe(category)
  })

  test('behavior: any one keyword, in any case, makes its category', () => {
    for (const category of MERCHANT_CATEGORIES)
      for (const word of CATEGORY_WORDS[category])
        expect(merchantCategoryOf(`An ${word.toUpperCase()}, on Base.`)).toBe(
          category,
        )
  })

  test('behavior: keywords are lower-case words and stand in one list only', () => {
    const all = Object.values(CATEGORY_WORDS).flat()
    expect(new Set(all).size).toBe(all.length)
    expect(all.filter((word) => !/^[a-z0-9]+$/.test(word))).toEqual([])
  })

  test('behavior: total, and the order of words means nothing', () => {
    const word = fc.oneof(
      fc.string(),
      fc.constantFrom(...Object.values(CATEGORY_WORDS).flat()),
    )
    fc.assert(
      fc.property(fc.array(word), (words) => {
        const forward = merchantCategoryOf(words.join(' '))
        expect(merchantCategoryOf([...words].reverse().join(' '))).toBe(forward)
      }),
    )
  })
})
