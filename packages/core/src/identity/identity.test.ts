import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hostKey } from './host.js'
import {
  catalogKey,
  resourceId,
  resourceOf,
  urlOfResource,
} from './resource.js'
import { walletKey } from './wallet.js'

describe('resourceOf', () => {
  test.each([
    [
      'get',
      'https://API.example.com:443/A/b?Q=1#frag',
      'GET https://api.example.com/A/b?Q=1',
    ],
    ['POST', 'http://a.example:8080', 'POST http://a.example:8080/'],
    ['GET', 'https://a.example/x?', 'GET https://a.example/x?'],
    [
      'GET',
      'https://a.example/%7e/%C3%A4?b=%20',
      'GET https://a.example/%7e/%C3%A4?b=%20',
    ],
    ['GET', 'https://a.example/#', 'GET https://a.example/'],
    ['GET', 'ftp://a.example/', undefined],
    ['GET', 'not a url', undefined],
    ['', 'https://a.example/', undefined],
    ['GET x', 'https://a.example/', undefined],
  ])('%s %s', (method, url, expected) => {
    expect(resourceOf(method, url)).toBe(expected)
  })

  test('behavior: its URL reads back, for any URL', () => {
    void fc.assert(
      fc.property(
        fc.webUrl({ withFragments: true, withQueryParameters: true }),
        (url) => {
          const resource = resourceOf('GET', url) as string
          expect(resourceOf('GET', urlOfResource(resource)?.href ?? '')).toBe(
            resource,
          )
        },
      ),
    )
  })
})

describe('resourceId', () => {
  test('default: 128 bits of the SHA-256, hex', () => {
    // printf 'GET https://a.example/' | sha256sum | cut -c1-32
    expect(resourceId('GET https://a.example/')).toBe(
      'e1903a4c4d499b56652fd24ba85a6dac',
    )
  })

  test('behavior: total on any text', () => {
    void fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(resourceId(text)).toMatch(/^[0-9a-f]{32}$/)
      }),
    )
  })
})

describe('catalogKey', () => {
  test.each([
    ['https://a.example/x/Y?q=1#f', undefined, 'https://a.example/x/Y'],
    ['https://a.example/x/7', '/x/:id', 'https://a.example/x/:id'],
    ['https://a.example/x/7', null, 'https://a.example/x/7'],
    ['https://a.example/x/7', 'x/:id', 'https://a.example/x/7'],
    ['https://a.example/x/7', '/../:id', 'https://a.example/x/7'],
    ['nonsense', '/x', undefined],
  ])('%s %s', (url, template, expected) => {
    expect(catalogKey(url, template)).toBe(expected)
  })
})

describe('urlOfResource', () => {
  test.each([
    ['GET https://a.example/x', 'https://a.example/x'],
    ['https://a.example/x', 'https://a.example/x'],
    ['GET ', undefined],
    ['', undefined],
  ])('%s', (resource, expected) => {
    expect(urlOfResource(resource)?.href).toBe(expected)
  })
})

describe('hostKey', () => {
  test.each([
    ['https://WWW.Example.com:443/x', 'https://www.example.com'],
    ['http://a.example:8080/', 'http://a.example:8080'],
    ['http://a.example:80/', 'http://a.example'],
    ['wss://a.example/', undefined],
    ['a.example', undefined],
  ])('%s', (url, expected) => {
    expect(hostKey(url)).toBe(expected)
  })
})

describe('walletKey', () => {
  const evm = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
  test.each([
    ['eip155:8453', evm, `eip155:${evm.toLowerCase()}`],
    ['base', evm, `eip155:${evm.toLowerCase()}`],
    ['solana:mainnet', 'EPjFWdd5', 'solana:EPjFWdd5'],
    ['stellar:pubnet', 'GABC', 'stellar:GABC'],
    ['elsewhere', 'AbC', 'elsewhere:AbC'],
  ])('%s %s', (network, address, expected) => {
    expect(walletKey(network, address)).toBe(expected)
  })
})
