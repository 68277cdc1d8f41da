import { domainList } from '../../names/domain-list.js'
import { publicSuffix, registrableUnder } from '../../names/registrable.js'
import { ALLOWLIST, CUSTOMER_CONTROLLED } from './data/allowlist.js'
import { BRAND_OWNED } from './data/brand-owned.js'

/** A host name and what it hangs under. */
export type Site = {
  readonly host: string
  readonly suffix: string
  /** A platform's suffix: its names are the platform's customers'. */
  readonly isPrivate: boolean
  readonly registrable: string | undefined
  /** Trusted, as far as the name goes. */
  readonly allowlisted: boolean
  /** Run by a brand's owner: name rules would only accuse the brand itself. */
  readonly ownName: boolean
}

/** The facts that the rules need of a host name (not of an IP literal). */
export function siteOf(host: string): Site {
  const { suffix, isPrivate } = publicSuffix(host) ?? {
    suffix: host,
    isPrivate: false,
  }
  const registrable = registrableUnder(host, suffix)
  const listed = isListed(host)
  return {
    host,
    suffix,
    isPrivate,
    registrable,
    allowlisted: listed && !isCustomers(host, isPrivate, suffix),
    ownName:
      listed || (registrable !== undefined && brandOwned.has(registrable)),
  }
}

const listedDomains: ReadonlySet<string> = new Set(ALLOWLIST)
const brandOwned: ReadonlySet<string> = new Set(BRAND_OWNED)
const isListed = domainList(ALLOWLIST)
const isCustomerControlled = domainList(CUSTOMER_CONTROLLED)

function isCustomers(host: string, isPrivate: boolean, suffix: string) {
  return (isPrivate && !listedDomains.has(suffix)) || isCustomerControlled(host)
}
