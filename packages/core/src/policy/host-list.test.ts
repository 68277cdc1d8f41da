import { describe, expect, test } from 'vitest'
import {
  blockingEntry,
  hostOfUrl,
  isAllowedHost,
  parseListedHost,
} from './host-list.js'

describe('parseListedHost', () => {
  test.each([
    [
      'API.example.com',
      { scheme: null, name: 'api.example.com', port: null, wildcard: false },
    ],
    [
      'api.example.com.:08443',
      { scheme: null, name: 'api.example.com', port: '8443', wildcard: false },
    ],
    [
      '*.example.com',
      { scheme: null, name: 'example.com', port: null, wildcard: true },
    ],
    [
      'münchen.example',
      {
        scheme: null,
        name: 'xn--mnchen-3ya.example',
        port: null,
        wildcard: false,
      },
    ],
    ['[::1]:80', { scheme: null, name: '[::1]', port: '80', wildcard: false }],
    [
      'http://a.example',
      { scheme: 'http:', name: 'a.example', port: '80', wildcard: false },
    ],
    [
      'https://a.example:8443',
      { scheme: 'https:', name: 'a.example', port: '8443', wildcard: false },
    ],
    ['https://a.example/x', undefined],
    ['wss://a.example', undefined],
    ['a b', undefined],
    ['a.example/x', undefined],
    ['*', undefined],
    ['', undefined],
    ['999.999.999.999', undefined],
  ])('%s', (entry, expected) => {
    expect(parseListedHost(entry)).toEqual(expected)
  })
})

describe('isAllowedHost', () => {
  const host = hostOfUrl(new URL('https://api.example.com./x'))
  test.each([
    ['api.example.com', true],
    ['api.example.com:443', true],
    ['api.example.com:8443', false],
    ['https://api.example.com', true],
    ['http://api.example.com', false],
    ['example.com', false],
    ['*.example.com', true],
    ['*.api.example.com', false],
    ['*.ple.com', false],
    ['not a host', false],
  ])('%s', (entry, expected) => {
    expect(isAllowedHost(['other.example', entry], host)).toBe(expected)
  })
})

describe('blockingEntry', () => {
  const host = hostOfUrl(new URL('http://api.example.com:8080/x'))
  test.each([
    ['api.example.com', true],
    ['example.com', true],
    ['*.example.com', true],
    ['*.api.example.com', true],
    ['ple.com', false],
    ['example.com:8080', true],
    ['example.com:80', false],
    ['not a host', false],
  ])('%s', (entry, expected) => {
    expect(blockingEntry(['other.example', entry], host)).toBe(
      expected ? entry : undefined,
    )
  })
})
