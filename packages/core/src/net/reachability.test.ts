import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isGloballyReachable, reachability } from './reachability.js'

const cases: [ip: string, reachable: boolean, range: string][] = [
  ['8.8.8.8', true, 'global'],
  ['0.0.0.0', false, 'this-network'],
  ['0.255.255.255', false, 'this-network'],
  ['1.0.0.0', true, 'global'],
  ['9.255.255.255', true, 'global'],
  ['10.0.0.0', false, 'private-use'],
  ['10.255.255.255', false, 'private-use'],
  ['11.0.0.0', true, 'global'],
  ['100.63.255.255', true, 'global'],
  ['100.64.0.0', false, 'shared-address-space'],
  ['100.127.255.255', false, 'shared-address-space'],
  ['100.128.0.0', true, 'global'],
  ['127.0.0.1', false, 'loopback'],
  ['169.253.255.255', true, 'global'],
  ['169.254.169.254', false, 'link-local'],
  ['172.15.255.255', true, 'global'],
  ['172.16.0.0', false, 'private-use'],
  ['172.31.255.255', false, 'private-use'],
  ['172.32.0.0', true, 'global'],
  ['192.0.0.0', false, 'ietf-protocol-assignments'],
  ['192.0.0.8', false, 'ietf-protocol-assignments'],
  ['192.0.0.9', true, 'port-control-protocol-anycast'],
  ['192.0.0.10', true, 'turn-anycast'],
  ['192.0.0.11', false, 'ietf-protocol-assignments'],
  ['192.0.0.170', false, 'ietf-protocol-assignments'],
  ['192.0.1.0', true, 'global'],
  ['192.0.2.1', false, 'documentation'],
  ['192.31.196.1', true, 'as112-v4'],
  ['192.52.193.1', true, 'amt'],
  ['192.88.99.1', true, 'global'],
  ['192.88.99.2', false, '6a44-relay-anycast'],
  ['192.168.0.0', false, 'private-use'],
  ['192.169.0.0', true, 'global'],
  ['192.175.48.1', true, 'as112-direct-delegation'],
  ['198.17.255.255', true, 'global'],
  ['198.18.0.0', false, 'benchmarking'],
  ['198.19.255.255', false, 'benchmarking'],
  ['198.20.0.0', true, 'global'],
  ['198.51.100.7', false, 'documentation'],
  ['203.0.113.7', false, 'documentation'],
  ['223.255.255.255', true, 'global'],
  ['224.0.0.0', false, 'multicast'],
  ['239.255.255.255', false, 'multicast'],
  ['240.0.0.0', false, 'reserved'],
  ['255.255.255.254', false, 'reserved'],
  ['255.255.255.255', false, 'limited-broadcast'],
  ['::', false, 'unspecified'],
  ['::1', false, 'loopback'],
  ['::2', false, 'ipv4-compatible:this-network'],
  ['::7f00:1', false, 'ipv4-compatible:loopback'],
  // A dotted tail after `::` is read as an IPv4-mapped address.
  ['::127.0.0.1', false, 'ipv4-mapped:loopback'],
  ['::8.8.8.8', true, 'ipv4-mapped:global'],
  ['64:ff9b::127.0.0.1', false, 'nat64:loopback'],
  ['64:ff9b::8.8.8.8', true, 'nat64:global'],
  ['::ffff:10.0.0.1', false, 'ipv4-mapped:private-use'],
  ['::ffff:c0a8:1', false, 'ipv4-mapped:private-use'],
  ['::FFFF:8.8.8.8', true, 'ipv4-mapped:global'],
  ['64:ff9b::7f00:1', false, 'nat64:loopback'],
  ['64:ff9b::808:808', true, 'nat64:global'],
  ['64:ff9b:1::808:808', false, 'local-use-translation'],
  ['100::1', false, 'discard-only'],
  ['100:0:0:1::1', false, 'dummy-prefix'],
  ['100:0:0:2::1', true, 'global'],
  ['2001:0:1:1:0:0:80ff:fffe', false, 'teredo:loopback'],
  ['2001:0:7f00:1::f7f7:f7f7', true, 'teredo:global'],
  ['2001:1::', false, 'ietf-protocol-assignments'],
  ['2001:1::1', true, 'port-control-protocol-anycast'],
  ['2001:1::2', true, 'turn-anycast'],
  ['2001:1::3', true, 'dns-sd-srp-anycast'],
  ['2001:1::4', false, 'ietf-protocol-assignments'],
  ['2001:2::1', false, 'benchmarking'],
  ['2001:3::1', true, 'amt'],
  ['2001:4:112::1', true, 'as112-v6'],
  ['2001:4:113::1', false, 'ietf-protocol-assignments'],
  ['2001:10::1', false, 'ietf-protocol-assignments'],
  ['2001:20::1', true, 'orchidv2'],
  ['2001:30::1', true, 'drone-remote-id'],
  ['2001:1ff:ffff::1', false, 'ietf-protocol-assignments'],
  ['2001:200::1', true, 'global'],
  ['2001:db8::1', false, 'documentation'],
  ['2002:7f00:1::', false, '6to4:loopback'],
  ['2002:808:808::1', true, '6to4:global'],
  ['2002:e000:1::', false, '6to4:multicast'],
  ['2606:4700::1111', true, 'global'],
  ['2620:4f:8000::1', true, 'as112-direct-delegation'],
  ['3fff:fff::1', false, 'documentation'],
  ['3fff:1000::1', true, 'global'],
  ['5f00::1', false, 'segment-routing-sids'],
  ['5f01::1', true, 'global'],
  ['fbff::1', true, 'global'],
  ['fc00::1', false, 'unique-local'],
  ['fdff::1', false, 'unique-local'],
  ['fe7f::1', true, 'global'],
  ['fe80::1', false, 'link-local'],
  ['febf::1', false, 'link-local'],
  ['fec0::1', false, 'site-local'],
  ['feff::1', false, 'site-local'],
  ['ff02::1', false, 'multicast'],
]

describe('reachability', () => {
  test.each(cases)('%s', (ip, reachable, range) => {
    expect(reachability(ip)).toEqual({ reachable, range })
  })

  test.each([
    '',
    'example.org',
    '[::1]',
    'fe80::1%eth0',
    '127.1',
    '2130706433',
    '0x7f.0.0.1',
    '010.0.0.1',
    '256.0.0.1',
    '1.2.3.4 ',
    '1:2:3',
    `::${':0'.repeat(40)}`,
  ])('behavior: %j is unreadable and not reachable', (ip) => {
    expect(reachability(ip)).toEqual({ reachable: false, range: 'unreadable' })
  })

  test('property: an IPv6 spelling of an IPv4 address decides as that', () => {
    fc.assert(
      fc.property(fc.ipV4(), (ip) => {
        expect(reachability(`::ffff:${ip}`).reachable).toBe(
          reachability(ip).reachable,
        )
      }),
    )
  })

  test('property: total', () => {
    const ips = fc.oneof(fc.string(), fc.ipV4Extended(), fc.ipV6())
    fc.assert(
      fc.property(ips, (ip) => {
        expect(typeof reachability(ip).reachable).toBe('boolean')
      }),
    )
  })
})

describe('isGloballyReachable', () => {
  test.each(cases)('%s', (ip, reachable) => {
    expect(isGloballyReachable(ip)).toBe(reachable)
  })
})
