/**
 * Blocks of the IANA IPv4 and IPv6 Special-Purpose Address Registries by
 * "Globally Reachable". Rows marked N/A say nothing and are not here: a wider
 * row, or none, decides. Multicast and site-local are added as not reachable.
 */
export type SpecialBlock = {
  readonly block: string
  readonly name: string
  readonly reachable: boolean
}

/** How far the registries are followed. */
export const SPECIAL_PURPOSE_VERSION = 'IANA registries, rows up to RFC 9780'

export const SPECIAL_IPV4: readonly SpecialBlock[] = [
  no('0.0.0.0/8', 'this-network'),
  no('10.0.0.0/8', 'private-use'),
  no('100.64.0.0/10', 'shared-address-space'),
  no('127.0.0.0/8', 'loopback'),
  no('169.254.0.0/16', 'link-local'),
  no('172.16.0.0/12', 'private-use'),
  no('192.0.0.0/24', 'ietf-protocol-assignments'),
  yes('192.0.0.9/32', 'port-control-protocol-anycast'),
  yes('192.0.0.10/32', 'turn-anycast'),
  no('192.0.2.0/24', 'documentation'),
  yes('192.31.196.0/24', 'as112-v4'),
  yes('192.52.193.0/24', 'amt'),
  no('192.88.99.2/32', '6a44-relay-anycast'),
  no('192.168.0.0/16', 'private-use'),
  yes('192.175.48.0/24', 'as112-direct-delegation'),
  no('198.18.0.0/15', 'benchmarking'),
  no('198.51.100.0/24', 'documentation'),
  no('203.0.113.0/24', 'documentation'),
  no('224.0.0.0/4', 'multicast'),
  no('240.0.0.0/4', 'reserved'),
  no('255.255.255.255/32', 'limited-broadcast'),
]

export const SPECIAL_IPV6: readonly SpecialBlock[] = [
  no('::/128', 'unspecified'),
  no('::1/128', 'loopback'),
  no('64:ff9b:1::/48', 'local-use-translation'),
  no('100::/64', 'discard-only'),
  no('100:0:0:1::/64', 'dummy-prefix'),
  no('2001::/23', 'ietf-protocol-assignments'),
  yes('2001:1::1/128', 'port-control-protocol-anycast'),
  yes('2001:1::2/128', 'turn-anycast'),
  yes('2001:1::3/128', 'dns-sd-srp-anycast'),
  no('2001:2::/48', 'benchmarking'),
  yes('2001:3::/32', 'amt'),
  yes('2001:4:112::/48', 'as112-v6'),
  yes('2001:20::/28', 'orchidv2'),
  yes('2001:30::/28', 'drone-remote-id'),
  no('2001:db8::/32', 'documentation'),
  yes('2620:4f:8000::/48', 'as112-direct-delegation'),
  no('3fff::/20', 'documentation'),
  no('5f00::/16', 'segment-routing-sids'),
  no('fc00::/7', 'unique-local'),
  no('fe80::/10', 'link-local'),
  no('fec0::/10', 'site-local'),
  no('ff00::/8', 'multicast'),
]

/** An IPv6 block that carries an IPv4 address, which is what counts. */
export type WrappingBlock = {
  readonly block: string
  readonly name: string
  /** The first of the two 16-bit parts that hold the IPv4 address. */
  readonly at: number
  /** `inverted` when every bit of it is flipped. */
  readonly bits: 'plain' | 'inverted'
}

export const WRAPPING_IPV6: readonly WrappingBlock[] = [
  { block: '::ffff:0:0/96', name: 'ipv4-mapped', at: 6, bits: 'plain' },
  { block: '::/96', name: 'ipv4-compatible', at: 6, bits: 'plain' },
  { block: '64:ff9b::/96', name: 'nat64', at: 6, bits: 'plain' },
  { block: '2002::/16', name: '6to4', at: 1, bits: 'plain' },
  { block: '2001::/32', name: 'teredo', at: 6, bits: 'inverted' },
]

function yes(block: string, name: string): SpecialBlock {
  return { block, name, reachable: true }
}

function no(block: string, name: string): SpecialBlock {
  return { block, name, reachable: false }
}
