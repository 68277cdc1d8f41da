import { domainList } from '../../names/domain-list.js'
import { reachability } from '../../net/reachability.js'
import { BAD_TLDS, DENYLIST_DOMAINS, SCAM_PATTERNS } from './data/denylist.js'
import { LOCAL_NAMES, LOCAL_PARENTS } from './data/name-rules.js'
import { INSECURE_SCHEMES, REQUIRED_SCHEME } from './data/schemes.js'
import { type Finding, found } from './finding.js'
import { typosquattedBrand } from './names.js'
import type { Site } from './site.js'
import type { UrlTarget } from './target.js'

/** What the scheme alone says: nothing for https. */
export function schemeFindings(scheme: string): Finding[] {
  if (scheme === REQUIRED_SCHEME) return []
  return INSECURE_SCHEMES.includes(scheme)
    ? [found('non_https', { scheme })]
    : [found('unsupported_scheme')]
}

/** A user name or password in the URL. */
export function userinfoFindings({ url }: UrlTarget): Finding[] {
  const empty = url.username === '' && url.password === ''
  return empty ? [] : [found('url_userinfo')]
}

/** The hard rules for a host that is an IP literal. */
export function ipFindings(ip: string): Finding[] {
  const { reachable, range } = reachability(ip)
  const raw = found('raw_ip')
  return reachable ? [raw] : [raw, found('local_or_private', { range })]
}

/** The hard rules for a host name, in the order of the procedure. */
export function nameFindings(site: Site): Finding[] {
  const findings: Finding[] = []
  const { host } = site
  if (isLocalName(host))
    findings.push(found('local_or_private', { range: 'local name' }))
  const tld = host.slice(host.lastIndexOf('.') + 1)
  if (badTlds.has(tld)) findings.push(found('bad_tld', { tld }))
  if (isDenied(host)) findings.push(found('denylist'))
  if (!site.allowlisted) findings.push(...scamFindings(site))
  const brand = site.ownName ? undefined : typosquattedBrand(site)
  if (brand !== undefined) findings.push(found('typosquat', { brand }))
  return findings
}

const badTlds: ReadonlySet<string> = new Set(BAD_TLDS)
const isDenied = domainList(DENYLIST_DOMAINS)
const localEnds = LOCAL_PARENTS.map((parent) => `.${parent}`)
const scamPatterns = SCAM_PATTERNS.map(({ code, pattern, except }) => ({
  code,
  pattern: new RegExp(pattern),
  except: new Set<string | undefined>(except),
}))

function isLocalName(host: string): boolean {
  return (
    LOCAL_NAMES.includes(host) || localEnds.some((end) => host.endsWith(end))
  )
}

function scamFindings({ host, registrable }: Site): Finding[] {
  return scamPatterns
    .filter(
      ({ pattern, except }) => pattern.test(host) && !except.has(registrable),
    )
    .map(({ code }) => found(code))
}
