import { describe, expect, test } from 'vitest'
import { maskCredentials } from './mask-credentials.js'

describe('maskCredentials', () => {
  test.each([
    ['https://user:hunter2@a.example/x', 'https://***@a.example/x'],
    ['https://:hunter2@a.example/', 'https://***@a.example/'],
    ['https://openai.com@evil.example/', 'https://***@evil.example/'],
    ['https://a.example/x?u=a@b', 'https://a.example/x?u=a@b'],
    ['nonsense', 'nonsense'],
  ])('%s', (url, masked) => {
    expect(maskCredentials(url)).toBe(masked)
  })
})
