import { promises as dns, type LookupAddress, Resolver } from 'node:dns'
import { promisify } from 'node:util'

export type ResolvedAddress = {
  readonly address: string
  readonly family: number
}

/** All addresses of a name. Rejects with an error that has a `code`, as node:dns does. */
export type NameResolver = (host: string) => Promise<readonly ResolvedAddress[]>

/** The three look-ups of node:dns that the system resolver is made of. */
export type DnsLookups = {
  readonly resolve4: (host: string) => Promise<readonly string[]>
  readonly resolve6: (host: string) => Promise<readonly string[]>
  readonly lookup: (host: string) => Promise<readonly LookupAddress[]>
}

/**
 * Asks DNS for A and AAAA at once; a name that DNS does not have is looked up
 * the system's way, which knows the hosts file.
 */
export function createResolver(lookups = systemLookups()): NameResolver {
  return async (host) => {
    if (host === 'localhost' || host.endsWith('.localhost'))
      return lookups.lookup(host)
    const [v4, v6] = await Promise.allSettled([
      lookups.resolve4(host),
      lookups.resolve6(host),
    ])
    const found = [...addresses(v4, 4), ...addresses(v6, 6)]
    return found.length > 0 ? found : lookups.lookup(host)
  }
}

const QUERY_MS = 2_000

function systemLookups(): DnsLookups {
  const resolver = new Resolver({ timeout: QUERY_MS, tries: 2 })
  return {
    resolve4: promisify(
      resolver.resolve4.bind(resolver),
    ) as DnsLookups['resolve4'],
    resolve6: promisify(
      resolver.resolve6.bind(resolver),
    ) as DnsLookups['resolve6'],
    lookup: (host) => dns.lookup(host, { all: true, order: 'verbatim' }),
  }
}

function addresses(
  answer: PromiseSettledResult<readonly string[]>,
  family: 4 | 6,
): ResolvedAddress[] {
  if (answer.status === 'rejected') return []
  return answer.value.map((address) => ({ address, family }))
}
