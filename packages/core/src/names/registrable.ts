import { parse } from 'tldts'

/** Where the public suffixes come from: ICANN and private sections. */
export const PUBLIC_SUFFIX_LIST_VERSION = 'tldts 7.6.0'

/** The suffix under which a host was given out, and who runs that suffix. */
export type PublicSuffix = {
  /** The longest matching suffix; the last label when none is listed. */
  readonly suffix: string
  /** True for a platform's suffix (`vercel.app`), false for a registry's. */
  readonly isPrivate: boolean
}

/**
 * The public suffix of a lower-case ASCII host name by the whole list. A host
 * that is itself a suffix has itself; an IP address has none.
 */
export function publicSuffix(host: string): PublicSuffix | undefined {
  const { publicSuffix: suffix, isPrivate } = parse(host, OPTIONS)
  if (suffix === null || suffix === '') return undefined
  if (suffix === host && isOnlyAWildcardParent(host))
    return publicSuffix(host.slice(host.indexOf('.') + 1))
  return { suffix, isPrivate: isPrivate === true }
}

/**
 * True for a name that tldts calls a suffix only since `*.name` is listed; by
 * the list's own algorithm the name itself is not one.
 */
function isOnlyAWildcardParent(host: string): boolean {
  const below = `x.${host}`
  return host.includes('.') && parse(below, OPTIONS).publicSuffix === below
}

/**
 * The registrable domain of a lower-case ASCII host name: its public suffix
 * and one label more. `undefined` for a host that is itself a suffix and for
 * an IP address.
 */
export function registrableDomain(host: string): string | undefined {
  const found = publicSuffix(host)
  return found && registrableUnder(host, found.suffix)
}

/** True when the host is, or lies under, a suffix of the private section. */
export function isUnderPrivateSuffix(host: string): boolean {
  return publicSuffix(host)?.isPrivate === true
}

/** The part of the host that is `suffix` and one label more, if it has one. */
export function registrableUnder(
  host: string,
  suffix: string,
): string | undefined {
  const labelEnd = host.length - suffix.length - 1
  if (labelEnd <= 0) return undefined
  return host.slice(host.lastIndexOf('.', labelEnd - 1) + 1)
}

const OPTIONS = {
  allowPrivateDomains: true,
  extractHostname: false,
  validateHostname: false,
} as const
