import { describe, expect, test } from 'vitest'
import { firstHeader, headerValues } from './headers.js'

const HEADERS = {
  'content-type': 'text/html',
  'X-Twice': ['a', 'b'],
  'x-twice': 'c',
  'x-none': [],
}

describe('headerValues', () => {
  test.each<[string, string[]]>([
    ['content-type', ['text/html']],
    ['x-twice', ['a', 'b', 'c']],
    ['x-none', []],
    ['x-missing', []],
    ['constructor', []],
  ])('default %s', (name, expected) => {
    expect(headerValues(HEADERS, name)).toEqual(expected)
  })

  test('behavior: many spellings take linear time', () => {
    const headers: Record<string, string> = {}
    for (let i = 0; i < 2 ** 15; i++) headers[spelling(i)] = 'x'
    expect(headerValues(headers, 'payment-required')).toHaveLength(2 ** 15)
  })
})

function spelling(bits: number): string {
  let letter = 0
  return 'payment-required'.replace(/[a-z]/g, (c) =>
    (bits >> letter++) & 1 ? c.toUpperCase() : c,
  )
}

describe('firstHeader', () => {
  test.each<[string, string | undefined]>([
    ['x-twice', 'a'],
    ['x-none', undefined],
    ['x-missing', undefined],
  ])('default %s', (name, expected) => {
    expect(firstHeader(HEADERS, name)).toBe(expected)
  })
})
