import ipaddr from 'ipaddr.js'
import { parseIp } from './ip.js'
import {
  SPECIAL_IPV4,
  SPECIAL_IPV6,
  type SpecialBlock,
  WRAPPING_IPV6,
  type WrappingBlock,
} from './special-purpose.js'

/** Whether an address can be reached over the public internet, and why. */
export type Reachability = {
  readonly reachable: boolean
  /**
   * The deciding block's name, `global` outside of all blocks, `unreadable`
   * for text that is no address; `nat64:loopback` for an address within.
   */
  readonly range: string
}

/**
 * Reachability of an IP address (strict dotted IPv4, or IPv6 without brackets
 * and zone) by the IANA special-purpose registries, addresses carried inside
 * unwrapped. Text that is no address is not reachable; it never throws.
 */
export function reachability(ip: string): Reachability {
  const address = parseIp(ip)
  if (address === undefined) return { reachable: false, range: 'unreadable' }
  return 'octets' in address ? ofIpv4(address) : ofIpv6(address)
}

/** True when {@link reachability} says so. */
export function isGloballyReachable(ip: string): boolean {
  return reachability(ip).reachable
}

type Address = ipaddr.IPv4 | ipaddr.IPv6
type Cidr = [Address, number]
type Parsed<Block> = { readonly cidr: Cidr; readonly block: Block }
type Blocks = {
  readonly ipv4: readonly Parsed<SpecialBlock>[]
  readonly ipv6: readonly Parsed<SpecialBlock | WrappingBlock>[]
}

let parsedBlocks: Blocks | undefined

function blocks(): Blocks {
  parsedBlocks ??= {
    ipv4: parseBlocks(SPECIAL_IPV4),
    ipv6: parseBlocks([...SPECIAL_IPV6, ...WRAPPING_IPV6]),
  }
  return parsedBlocks
}

// The narrowest block first: a row holds unless a more specific one exists.
function parseBlocks<Block extends { readonly block: string }>(
  list: readonly Block[],
): Parsed<Block>[] {
  return list
    .map((block) => ({ cidr: ipaddr.parseCIDR(block.block) as Cidr, block }))
    .sort((a, b) => b.cidr[1] - a.cidr[1])
}

function ofIpv4(address: ipaddr.IPv4): Reachability {
  const block = narrowest(address, blocks().ipv4)
  return block === undefined ? GLOBAL : decided(block)
}

function ofIpv6(address: ipaddr.IPv6): Reachability {
  const block = narrowest(address, blocks().ipv6)
  if (block === undefined) return GLOBAL
  if (!('at' in block)) return decided(block)
  const inner = ofIpv4(wrapped(address, block))
  return { ...inner, range: `${block.name}:${inner.range}` }
}

const GLOBAL: Reachability = { reachable: true, range: 'global' }

function narrowest<Block>(
  address: Address,
  list: readonly Parsed<Block>[],
): Block | undefined {
  return list.find(({ cidr }) =>
    address.match(cidr as [ipaddr.IPv4, number] & [ipaddr.IPv6, number]),
  )?.block
}

function decided(block: SpecialBlock): Reachability {
  return { reachable: block.reachable, range: block.name }
}

function wrapped(address: ipaddr.IPv6, block: WrappingBlock): ipaddr.IPv4 {
  const flip = block.bits === 'inverted' ? 0xffff : 0
  const bytes = address.parts
    .slice(block.at, block.at + 2)
    .flatMap((part) => [(part ^ flip) >> 8, (part ^ flip) & 0xff])
  return new ipaddr.IPv4(bytes)
}
