import { type Challenge, isObject, own } from '@assay402/core/light'
import { guardReason, type ReportReason } from '../guard-reasons.js'
import type { Screen } from './screen.js'

/** Names of no registry: behind a proxy sellers print their inner host. */
const INNER_SUFFIXES =
  /\.(?:local|localdomain|localhost|internal|lan|intranet|home|corp|arpa)$/

/**
 * A challenge about a resource of somebody else is a copy: whoever shows it can
 * spend the payment there for itself, since a signature does not name what it
 * pays for. Inner and platform host names are how an honest seller behind a
 * proxy looks, and are let pass.
 */
export function foreignResource(
  { documents }: Challenge,
  asked: string,
  names: Screen,
): ReportReason[] {
  const { hostname } = new URL(asked)
  // An address names nobody; rulebook destination has its say about it.
  const here = names.registrableDomain(hostname)
  if (here === undefined) return []
  for (const { json, accepts } of documents)
    for (const holder of [json, ...accepts]) {
      const named = hostNamedIn(holder, names)
      if (named === undefined) continue
      const there = names.registrableDomain(named)
      if (there === undefined || there === here) continue
      return [
        guardReason('foreign_resource', { measured: there, threshold: here }),
      ]
    }
  return []
}

/** The public host of a challenge's (v2) or an entry's (v1) `resource`. */
function hostNamedIn(holder: unknown, names: Screen): string | undefined {
  if (!isObject(holder)) return undefined
  const resource = own(holder, 'resource')
  const url = isObject(resource) ? own(resource, 'url') : resource
  if (typeof url !== 'string' || !URL.canParse(url)) return undefined
  const { protocol, hostname } = new URL(url)
  if (protocol !== 'https:' && protocol !== 'http:') return undefined
  return INNER_SUFFIXES.test(hostname) || names.isUnderPrivateSuffix(hostname)
    ? undefined
    : hostname
}
