import ipaddr from 'ipaddr.js'

/**
 * Reads an IP address: IPv4 as four decimal parts, IPv6 without brackets and
 * without a zone. Anything else is `undefined`; it never throws.
 */
export function parseIp(text: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  if (text.length > LONGEST_IP) return undefined
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return ipaddr.IPv4.parse(text)
  if (text.includes('%') || !ipaddr.IPv6.isValid(text)) return undefined
  return ipaddr.IPv6.parse(text)
}

/**
 * The address of a URL host that is an IP literal (`10.0.0.1`, `[::1]`), as
 * {@link parseIp} reads it; `undefined` for a name. The host is expected as a
 * WHATWG URL gives it, other spellings of IPv4 already in dotted form.
 */
export function ipLiteral(host: string): string | undefined {
  const inner =
    host.startsWith('[') && host.endsWith(']') ? host.slice(1, -1) : host
  const last = host.charCodeAt(host.length - 1)
  const maybeIp = last === CLOSING_BRACKET || (last >= ZERO && last <= NINE)
  return maybeIp && parseIp(inner) !== undefined ? inner : undefined
}

// Eight groups with an IPv4 tail.
const LONGEST_IP = 45
const CLOSING_BRACKET = 0x5d
const ZERO = 0x30
const NINE = 0x39
