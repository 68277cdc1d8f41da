import type { SafeFetch } from '../net/safe-fetch.js'
import { textOfBytes } from '../net/text.js'

/** Suffix (lower case, no dots around) → https base URLs, each ending in `/`. */
export type RdapServices = ReadonlyMap<string, readonly string[]>

/** Knows which servers to ask about a domain; undefined: no list to be had. */
export type RdapBootstrap = () => Promise<RdapServices | undefined>

export type RdapBootstrapOptions = {
  readonly fetch: SafeFetch
  /** Monotonic milliseconds. */
  readonly clock: () => number
  readonly url?: string | undefined
  /** How long a fetched list is good for, 24 hours when absent. */
  readonly keepMs?: number | undefined
}

/** IANA's list of RDAP servers for domain names (RFC 9224). */
export const IANA_DNS_BOOTSTRAP = 'https://data.iana.org/rdap/dns.json'

/**
 * Fetches the list when first asked for and again when it is old. The last good
 * one is kept when that fails; a failure is not repeated within a minute.
 */
export function createRdapBootstrap(
  options: RdapBootstrapOptions,
): RdapBootstrap {
  let services: RdapServices | undefined
  let nextAt = Number.NEGATIVE_INFINITY
  let pending: Promise<void> | undefined
  const refresh = async () => {
    const fresh = await fetchServices(options)
    services = fresh ?? services
    const keepMs = options.keepMs ?? DAY_MS
    nextAt = options.clock() + (fresh === undefined ? RETRY_MS : keepMs)
    pending = undefined
  }
  return async () => {
    if (options.clock() >= nextAt) pending ??= refresh()
    await pending
    return services
  }
}

/** Reads a bootstrap document; undefined when it holds no usable service. Total. */
export function readRdapServices(text: string): RdapServices | undefined {
  const services = new Map<string, readonly string[]>()
  for (const service of servicesOf(text)) {
    if (!Array.isArray(service)) continue
    const bases = strings(service[1]).filter(isHttps).map(withSlash)
    if (bases.length === 0) continue
    for (const suffix of strings(service[0]))
      if (suffix !== '') services.set(suffix.toLowerCase(), bases)
  }
  return services.size === 0 ? undefined : services
}

/** The base URLs for a domain, by the longest suffix that is listed. */
export function rdapServersOf(
  services: RdapServices,
  domain: string,
): readonly string[] {
  let suffix = domain
  for (;;) {
    const bases = services.get(suffix)
    if (bases !== undefined) return bases
    const dot = suffix.indexOf('.')
    if (dot < 0) return []
    suffix = suffix.slice(dot + 1)
  }
}

const DAY_MS = 86_400_000
const RETRY_MS = 60_000
const MAX_BYTES = 2_097_152

async function fetchServices({
  fetch,
  url = IANA_DNS_BOOTSTRAP,
}: RdapBootstrapOptions): Promise<RdapServices | undefined> {
  const result = await fetch({ url, limits: { bodyBytes: MAX_BYTES } })
  if (result.outcome !== 'response' || result.status !== 200) return undefined
  if (result.bodyEnd !== 'complete') return undefined
  return readRdapServices(textOfBytes(result.body))
}

function servicesOf(text: string): readonly unknown[] {
  try {
    const services = JSON.parse(text)?.services
    return Array.isArray(services) ? services : []
  } catch {
    return []
  }
}

function strings(value: unknown): readonly string[] {
  if (!Array.isArray(value)) return []
  return value.filter((item) => typeof item === 'string')
}

function isHttps(base: string): boolean {
  return URL.canParse(base) && new URL(base).protocol === 'https:'
}

function withSlash(base: string): string {
  return base.endsWith('/') ? base : `${base}/`
}
