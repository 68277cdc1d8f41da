import { describe, expect, test } from 'vitest'
import {
  isForbiddenHeader,
  requestHeaders,
  userAgentOf,
} from './request-headers.js'

const OWN = {
  'user-agent': 'ua',
  accept: 'application/json, */*;q=0.1',
  'accept-encoding': 'gzip, deflate, br',
  'cache-control': 'no-cache',
}

describe('userAgentOf', () => {
  test('default', () => {
    const agent = userAgentOf('1.2.3', 'https://a.example')
    expect(agent).toBe('assay/1.2.3 (+https://a.example)')
  })
})

describe('requestHeaders', () => {
  test('default', () => {
    expect(requestHeaders('ua', {}, 'no body')).toEqual(OWN)
    const json = { ...OWN, 'content-type': 'application/json' }
    expect(requestHeaders('ua', {}, 'body')).toEqual(json)
  })

  test('behavior: the caller adds and replaces', () => {
    const own = { Accept: 'text/plain', 'Content-Type': 'text/x', 'X-A': 'b' }
    expect(requestHeaders('ua', own, 'body')).toEqual({
      ...OWN,
      accept: 'text/plain',
      'content-type': 'text/x',
      'x-a': 'b',
    })
  })

  test.each([
    'Authorization',
    'COOKIE',
    'X-PAYMENT',
    'Payment-Signature',
    'Proxy-Authorization',
    'proxy-x',
    'Sec-Fetch-Mode',
    'User-Agent',
    'Host',
    'Transfer-Encoding',
    'X-API-Key',
  ])('behavior: %s is never sent for a caller', (name) => {
    expect(isForbiddenHeader(name)).toBe(true)
    expect(requestHeaders('ua', { [name]: 'x' }, 'no body')).toEqual({
      code: 'header',
      detail: name.toLowerCase(),
    })
  })

  test.each([
    ['a b', 'x'],
    ['', 'x'],
    ['x-a', 'x\r\nhost: y'],
    ['x-a', 'ä'],
    ['x-a', 'x'.repeat(8_193)],
  ])('behavior: %j: %j is no header', (name, value) => {
    expect(requestHeaders('ua', { [name]: value }, 'no body')).toEqual({
      code: 'header',
      detail: 'not a header',
    })
  })
})

describe('requestHeaders with a cargo', () => {
  test.each([
    ['payment-signature', 'payments', 16_384, true],
    ['Payment-Signature', 'payments', 16_385, false],
    ['x-payment', 'payments', 1, true],
    ['x-payment', 'nothing', 1, false],
    ['x-payment', 'credentials', 1, false],
    ['authorization', 'credentials', 1, true],
    ['authorization', 'payments', 1, false],
    ['x-other', 'payments', 8_193, false],
  ] as const)(
    'behavior: %s of a fetch for %s, %i long: %s',
    (name, cargo, length, carried) => {
      const headers = requestHeaders(
        'assay/test',
        { [name]: 'x'.repeat(length) },
        'no body',
        cargo,
      )
      expect(name.toLowerCase() in headers).toBe(carried)
    },
  )
})
