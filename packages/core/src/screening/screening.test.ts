import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createAddressMatcher } from './address-matcher.js'
import { listedAddress, listedAddressKey } from './listed-address.js'
import { listedName, namesUpFrom } from './listed-name.js'
import { createNameMatcher, reachOfDenied } from './name-matcher.js'

const EVM = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
const MINT = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'

describe('listedAddress', () => {
  test.each([
    [EVM, { family: 'eip155', key: EVM.toLowerCase() }],
    [EVM.toUpperCase(), { family: 'eip155', key: EVM.toLowerCase() }],
    [MINT, { family: 'solana', key: MINT }],
    ['12QtD5BFwRsdNsAZY76UVE1xyCGNTojH9h', { family: 'base58' }],
    ['rnXyVQzgxZe7TR1EPzTkGj2jxH4LMJYh66', { family: 'base58' }],
    [
      'BC1QSMV6LKRW65L30YAZDQPDJJTWZPVK9F8GFH0CY7',
      { family: 'bech32', key: 'bc1qsmv6lkrw65l30yazdqpdjjtwzpvk9f8gfh0cy7' },
    ],
    [`0x${'A'.repeat(64)}`, { family: 'other', key: `0x${'a'.repeat(64)}` }],
    [
      'bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a',
      { family: 'other' },
    ],
    [EVM.slice(0, -1), undefined],
    [`${EVM}0`, undefined],
    ['0xnot hex', undefined],
    ['short', undefined],
    ['two words are no address', undefined],
    ['', undefined],
  ])('%s', (text, expected) => {
    const read = listedAddress(text)
    expect(read).toEqual(expected && { key: text, ...expected })
    expect(listedAddressKey(text)).toBe(read?.key ?? text)
  })

  test('property: total, and a key has itself as key', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const key = listedAddressKey(text)
        expect(listedAddressKey(key)).toBe(key)
      }),
    )
  })
})

describe('createAddressMatcher', () => {
  const match = createAddressMatcher([
    { key: EVM.toLowerCase(), entry: 'one' },
    { key: MINT, entry: 'two' },
    { key: '__proto__', entry: 'three' },
  ])

  test.each([
    [EVM, 'one'],
    [EVM.toUpperCase(), 'one'],
    [MINT, 'two'],
    [MINT.toLowerCase(), undefined],
    ['__proto__', 'three'],
    ['constructor', undefined],
  ])('%s: %s', (address, entry) => {
    expect(match(address)).toBe(entry)
  })
})

describe('listedName', () => {
  test.each([
    ['example.com', 'example.com'],
    ['Example.COM.', 'example.com'],
    ['*.example.com', 'example.com'],
    ['münchen.de', 'xn--mnchen-3ya.de'],
    ['a_b.example.com', 'a_b.example.com'],
    ['localhost', 'localhost'],
    ['１２７.0.0.1', '127.0.0.1'],
    ['https://example.com', undefined],
    ['example.com/path', undefined],
    ['example.com:8443', undefined],
    ['user@example.com', undefined],
    ['||example.com^', undefined],
    ['a..b', undefined],
    ['ü..b', undefined],
    ['ünx xn--', undefined],
    ['xn--ü', undefined],
    [`${'a'.repeat(64)}.com`, undefined],
    [`${'a.'.repeat(126)}com`, undefined],
    ['a'.repeat(2000), undefined],
    ['', undefined],
    ['...', undefined],
  ])('%j: %j', (text, name) => {
    expect(listedName(text)).toBe(name)
  })

  test('property: total, and a read name reads as itself', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.domain()), (text) => {
        const name = listedName(text)
        if (name !== undefined) expect(listedName(name)).toBe(name)
      }),
    )
  })
})

describe('namesUpFrom', () => {
  test('default', () => {
    expect(namesUpFrom('a.b.example.com')).toEqual([
      'a.b.example.com',
      'b.example.com',
      'example.com',
      'com',
    ])
    expect(namesUpFrom('')).toEqual([''])
  })
})

describe('reachOfDenied', () => {
  test.each([
    ['evil.example', 'domain'],
    ['evil.github.io', 'domain'],
    ['github.io', 'host'],
    ['co.uk', 'host'],
    ['com', 'host'],
    ['192.0.2.1', 'host'],
  ])('%s: %s', (name, reach) => {
    expect(reachOfDenied(name)).toBe(reach)
  })
})

describe('createNameMatcher', () => {
  const match = createNameMatcher([
    { name: 'evil.com', reach: 'domain' },
    { name: 'good.evil.com', reach: 'allow' },
    { name: 'bad.good.evil.com', reach: 'domain' },
    { name: 'github.io', reach: 'host' },
    { name: 'both.com', reach: 'allow' },
    { name: 'both.com', reach: 'domain' },
    { name: 'constructor', reach: 'host' },
  ])

  test.each([
    ['evil.com', 'evil.com'],
    ['a.b.evil.com', 'evil.com'],
    ['notevil.com', undefined],
    ['good.evil.com', undefined],
    ['x.good.evil.com', undefined],
    ['bad.good.evil.com', 'bad.good.evil.com'],
    ['x.bad.good.evil.com', 'bad.good.evil.com'],
    ['github.io', 'github.io'],
    ['a.github.io', undefined],
    ['both.com', undefined],
    ['x.both.com', undefined],
    ['constructor', 'constructor'],
    ['toString', undefined],
    ['com', undefined],
    ['.', undefined],
    ['', undefined],
  ])('%j: %j', (host, name) => {
    expect(match(host)).toBe(name)
  })

  test('behavior: an empty list holds nothing', () => {
    expect(createNameMatcher([])('evil.com')).toBeUndefined()
  })
})
