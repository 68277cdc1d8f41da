import { describe, expect, test } from 'vitest'
import { isAllowedHost, isPlainlyPrivate } from './allowed-host.js'

describe('isPlainlyPrivate', () => {
  test.each([
    'http://127.0.0.1/',
    'http://127.1/x',
    'http://2130706433/',
    'https://10.0.0.1:8443/',
    'https://169.254.169.254/latest',
    'https://[::1]/',
    'https://[::ffff:10.0.0.1]/',
    'http://localhost:4020/',
    'http://a.localhost./',
  ])('behavior: %s is', (url) => {
    expect(isPlainlyPrivate(url)).toBe(true)
  })

  test.each([
    'https://api.example.com/',
    'https://1.1.1.1/',
    'https://10.example.com/',
    'https://[2606:4700::1]/',
    'nonsense',
  ])('behavior: %s is not', (url) => {
    expect(isPlainlyPrivate(url)).toBe(false)
  })
})

describe('isAllowedHost', () => {
  test('default: exactly the target that was named', () => {
    const allowed = ['127.0.0.1:8080', 'shop.example:443']
    expect(isAllowedHost('http://127.0.0.1:8080/x', allowed)).toBe(true)
    expect(isAllowedHost('https://shop.example/x', allowed)).toBe(true)
    expect(isAllowedHost('http://shop.example/x', allowed)).toBe(false)
    expect(isAllowedHost('http://127.0.0.1:8081/x', allowed)).toBe(false)
    expect(isAllowedHost('nonsense', allowed)).toBe(false)
  })
})
