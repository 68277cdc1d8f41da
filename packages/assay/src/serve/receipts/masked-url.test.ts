import { describe, expect, test } from 'vitest'
import { maskedUrl } from './masked-url.js'

describe('maskedUrl', () => {
  test.each([
    ['https://a.example/x', 'https://a.example/x'],
    ['https://a.example/x#part', 'https://a.example/x'],
    ['https://a.example/x?', 'https://a.example/x'],
    ['https://a.example/x?q=1&key=s%20', 'https://a.example/x?q=***&key=***'],
    ['https://a.example/x?sk_live_1', 'https://a.example/x?***'],
    ['https://a.example/x?a=b=c&&', 'https://a.example/x?a=***&***&***'],
    ['https://me:pw@a.example/', 'https://a.example/'],
    ['https://a.example/x?q=***', 'https://a.example/x?q=***'],
    ['nonsense', '***'],
  ])('%s', (url, expected) => {
    expect(maskedUrl(url)).toBe(expected)
  })
})
