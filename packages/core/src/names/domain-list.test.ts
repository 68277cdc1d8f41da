import { describe, expect, test } from 'vitest'
import { domainList } from './domain-list.js'

describe('domainList', () => {
  const isListed = domainList(['example.org', 'deep.down.example.com'])

  test.each([
    ['example.org', true],
    ['a.example.org', true],
    ['a.b.c.d.e.example.org', true],
    ['notexample.org', false],
    ['example.org.evil.com', false],
    ['deep.down.example.com', true],
    ['x.deep.down.example.com', true],
    ['down.example.com', false],
    ['org', false],
    ['.', false],
    ['', false],
  ])('%j: %s', (host, listed) => {
    expect(isListed(host)).toBe(listed)
  })

  test('behavior: an empty list holds nothing', () => {
    expect(domainList([])('example.org')).toBe(false)
  })
})
