import { describe, expect, test } from 'vitest'
import { callerAddress, countedBy } from './address.js'

describe('callerAddress', () => {
  test.each<[string, string | undefined, string | undefined, number, string]>([
    [
      'no proxy: the header is not believed',
      '10.0.0.9',
      '1.2.3.4',
      0,
      '10.0.0.9',
    ],
    ['one proxy', '10.0.0.9', '6.6.6.6, 1.2.3.4', 1, '1.2.3.4'],
    ['two proxies', '10.0.0.9', '6.6.6.6, 1.2.3.4, 10.0.0.1', 2, '1.2.3.4'],
    ['fewer entries than proxies', '10.0.0.9', '1.2.3.4', 2, '10.0.0.9'],
    ['with a port', '10.0.0.9', '1.2.3.4:5678', 1, '1.2.3.4'],
    ['IPv6 in brackets', '10.0.0.9', '[2001:db8::1]:443', 1, '2001:db8::1'],
    ['no address', '10.0.0.9', 'unknown', 1, '10.0.0.9'],
    ['no header', '10.0.0.9', undefined, 1, '10.0.0.9'],
    ['no peer', undefined, undefined, 0, 'unknown'],
  ])('%s', (_, peer, header, hops, expected) => {
    expect(callerAddress(peer, header, hops)).toBe(expected)
  })
})

describe('countedBy', () => {
  test.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::1', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['64:ff9b::1.2.3.4', '64:ff9b:0:0::/64'],
    ['unknown', 'unknown'],
  ])('%s', (address, expected) => {
    expect(countedBy(address)).toBe(expected)
  })
})
