import { isIP } from 'node:net'
import { reachability } from '@assay402/core'
import { FetchFailureError, refused } from './failures.js'
import type { NameResolver } from './resolver.js'
import type { Target } from './url-policy.js'

export type CheckedAddress = {
  readonly ip: string
  readonly family: 4 | 6
}

/**
 * The addresses of a target, IPv4 first, after every one of them passed the
 * address rule: one bad answer refuses the name. Throws a `FetchFailureError`,
 * or what the resolver throws.
 */
export async function checkedAddresses(
  target: Target,
  resolver: NameResolver,
): Promise<readonly CheckedAddress[]> {
  const addresses = await addressesOf(target.host, resolver)
  if (!target.lifted) for (const { ip } of addresses) demandReachable(ip)
  return [...addresses].sort((a, b) => a.family - b.family)
}

async function addressesOf(
  host: string,
  resolver: NameResolver,
): Promise<readonly CheckedAddress[]> {
  if (isIP(host) !== 0) return [checked(host)]
  const answers = await resolver(host)
  if (answers.length === 0)
    throw new FetchFailureError({
      outcome: 'unreachable',
      code: 'dns_not_found',
      detail: 'ENODATA',
    })
  return answers.map(({ address }) => checked(address))
}

function checked(ip: string): CheckedAddress {
  const family = isIP(ip)
  // A zone id picks one of our own interfaces, so it is never a public address.
  if (family === 0 || ip.includes('%'))
    throw refused('address', 'not an IP address')
  return { ip, family: family === 6 ? 6 : 4 }
}

function demandReachable(ip: string): void {
  const { reachable, range } = reachability(ip)
  if (!reachable) throw refused('address', `${range} address`)
}
