import { ipLiteral } from '../../net/ip.js'
import { LOCAL_NAMES } from './data/name-rules.js'
import {
  INSECURE_SCHEMES,
  REQUIRED_SCHEME,
  SPECIAL_SCHEMES,
} from './data/schemes.js'
import { THRESHOLDS } from './data/thresholds.js'

/** What the target text is. */
export type Target =
  | { readonly kind: 'missing' }
  | { readonly kind: 'wallet'; readonly text: string }
  | UrlTarget

export type UrlTarget = {
  readonly kind: 'url'
  /** Lower case, without the colon; `https` when none is written. */
  readonly scheme: string
  readonly url: URL
  /** ASCII, lower case, no trailing dots; absent for e.g. `mailto:`. */
  readonly host: string | undefined
  /** The address when the host is an IP literal. */
  readonly ip: string | undefined
  /** `domain` for a bare host, `url` for anything more. */
  readonly shape: 'domain' | 'url'
}

/** Reads a host, a URL or a 0x wallet out of any JSON value. */
export function readTarget(target: unknown): Target {
  if (typeof target !== 'string') return MISSING
  const text = target.trim()
  if (text === '' || text.length > THRESHOLDS.longest_target.value)
    return MISSING
  if (WALLET_START.test(text) && !/[./:]/.test(text))
    return { kind: 'wallet', text }
  return readUrl(text)
}

const MISSING: Target = { kind: 'missing' }
const WALLET_START = /^0x/i
const SCHEME_WITH_SLASHES = /^([a-z][a-z0-9+.-]*):\/\//i
// `name:8443` is a port, not a scheme.
const SCHEME = /^([a-z][a-z0-9+-]*):(?!\d{1,5}(?:[/?#]|$))/i
const BARE_HOST = /^(?:\[[^\]]*\]|[^:/\\?#@]*)$/
const KNOWN_SCHEMES = [REQUIRED_SCHEME, ...INSECURE_SCHEMES]

function readUrl(text: string): Target {
  const written = SCHEME_WITH_SLASHES.exec(text) ?? SCHEME.exec(text)
  const scheme = written?.[1]?.toLowerCase() ?? REQUIRED_SCHEME
  const url = parseUrl(written === null ? `${REQUIRED_SCHEME}://${text}` : text)
  if (url === undefined) return MISSING
  const shape = written === null && BARE_HOST.test(text) ? 'domain' : 'url'
  const host = withoutTrailingDots(url.hostname.toLowerCase())
  if (host === '')
    return KNOWN_SCHEMES.includes(scheme)
      ? MISSING
      : { kind: 'url', scheme, url, host: undefined, ip: undefined, shape }
  // The host of a scheme that the URL standard does not know is opaque to it:
  // digits and dots are then no address.
  const ip =
    SPECIAL_SCHEMES.includes(scheme) || host.startsWith('[')
      ? ipLiteral(host)
      : undefined
  if (ip === undefined && !isName(host)) return MISSING
  return { kind: 'url', scheme, url, host, ip, shape }
}

function parseUrl(text: string): URL | undefined {
  try {
    return new URL(text)
  } catch {
    return undefined
  }
}

function withoutTrailingDots(host: string): string {
  let end = host.length
  while (end > 0 && host.charCodeAt(end - 1) === 0x2e) end--
  return host.slice(0, end)
}

function isName(host: string): boolean {
  if (LOCAL_NAMES.includes(host)) return true
  return host.includes('.') && !host.startsWith('.') && !host.includes('..')
}
