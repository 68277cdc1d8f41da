import { describe, expect, test } from 'vitest'
import { ipLiteral, parseIp } from './ip.js'

describe('parseIp', () => {
  test.each([
    ['127.0.0.1', '127.0.0.1'],
    ['::1', '::1'],
    ['2001:DB8:0::1', '2001:db8::1'],
    ['::ffff:1.2.3.4', '::ffff:102:304'],
  ])('%s', (text, canonical) => {
    expect(parseIp(text)?.toString()).toBe(canonical)
  })

  test.each(['', '1.2.3', '01.2.3.4', 'fe80::1%1', '::g', '1'.repeat(46)])(
    'behavior: %j is no address',
    (text) => {
      expect(parseIp(text)).toBeUndefined()
    },
  )
})

describe('ipLiteral', () => {
  test.each([
    ['127.0.0.1', '127.0.0.1'],
    ['[::1]', '::1'],
    ['[::ffff:a00:1]', '::ffff:a00:1'],
    ['example.org', undefined],
    ['host9', undefined],
    ['host.9', undefined],
    ['[x', undefined],
    ['x]', undefined],
    ['', undefined],
  ])('%s', (host, address) => {
    expect(ipLiteral(host)).toBe(address)
  })
})
