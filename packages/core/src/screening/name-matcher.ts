import { registrableDomain } from '../names/registrable.js'

/**
 * How far an entry of a name list reaches: a `domain` and an `allow` hold for
 * the name and all below it, a `host` for the name alone.
 */
export type NameReach = 'domain' | 'host' | 'allow'

export type NameEntry = { readonly name: string; readonly reach: NameReach }

/** The listed name that holds for a host; `undefined` when none does. */
export type NameMatcher = (host: string) => string | undefined

/**
 * How far a name that a list denies may reach: an IP address, a single label
 * and a public suffix (`github.io`) stand for themselves alone, or one line of
 * a list would deny everybody's names.
 */
export function reachOfDenied(name: string): 'domain' | 'host' {
  return registrableDomain(name) === undefined ? 'host' : 'domain'
}

/**
 * A test of hosts (as `listedName` writes them) against a list of any length.
 * The longest entry above a host decides; of two equal ones `allow` does.
 */
export function createNameMatcher(entries: Iterable<NameEntry>): NameMatcher {
  const reaches = new Map<string, NameReach>()
  let depth = 0
  for (const { name, reach } of entries) {
    if (reaches.get(name) !== 'allow') reaches.set(name, reach)
    depth = Math.max(depth, name.split('.').length)
  }
  return (host) => {
    let found: string | undefined
    let at = host.length
    for (let labels = 0; labels < depth && at > 0; labels++) {
      at = host.lastIndexOf('.', at - 1)
      const name = host.slice(at + 1)
      const reach = reaches.get(name)
      if (reach === 'allow') found = undefined
      else if (reach === 'domain' || (reach === 'host' && at < 0)) found = name
    }
    return found
  }
}
