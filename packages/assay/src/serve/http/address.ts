import { isIPv4, isIPv6 } from 'node:net'

/**
 * The address that a request counts for: the peer's, or with `hops` trusted
 * proxies in front the one that the outermost of them saw (so many entries from
 * the right of `X-Forwarded-For`). What is no address leaves the peer's.
 */
export function callerAddress(
  peer: string | undefined,
  forwardedFor: string | undefined,
  hops: number,
): string {
  const own = peer ?? 'unknown'
  if (hops < 1 || forwardedFor === undefined) return own
  // Only the right end is of our own proxies' writing; the rest is the caller's.
  const entries = forwardedFor.slice(-MOST_CHARACTERS).split(',')
  const seen = addressIn(entries.at(-hops) ?? '')
  return seen ?? own
}

/** What addresses are counted by: IPv4 whole, IPv6 by its /64. */
export function countedBy(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)
  if (mapped?.[1] !== undefined && isIPv4(mapped[1])) return mapped[1]
  if (!isIPv6(address)) return address
  return `${groupsOf(address).slice(0, 4).join(':')}::/64`
}

const MOST_CHARACTERS = 2_048

function addressIn(entry: string): string | undefined {
  const text = entry.trim()
  const bracketed = /^\[([^\]]+)\](?::\d+)?$/.exec(text)?.[1]
  const bare =
    bracketed ?? (/^[\d.]+:\d+$/.test(text) ? beforePort(text) : text)
  return isIPv4(bare) || isIPv6(bare) ? bare : undefined
}

function beforePort(text: string): string {
  return text.slice(0, text.indexOf(':'))
}

/** The eight groups of an IPv6 address, without leading zeros. */
function groupsOf(address: string): string[] {
  const [plain = ''] = address.split('%')
  const [head = '', tail] = plain.split('::')
  const left = groups(head)
  if (tail === undefined) return left
  const right = groups(tail)
  const zeros = Math.max(0, 8 - left.length - right.length)
  return [...left, ...Array.from({ length: zeros }, () => '0'), ...right]
}

function groups(part: string): string[] {
  return part
    .split(':')
    .filter((group) => group !== '')
    .flatMap((group) =>
      // The dotted end of a mixed address stands for two groups.
      group.includes('.')
        ? ['0', '0']
        : [Number.parseInt(group, 16).toString(16)],
    )
}
