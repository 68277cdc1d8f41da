import { THRESHOLDS } from './data/thresholds.js'
import { type Finding, found } from './finding.js'
import { hasLookalikeLabel, impersonatedBrand } from './names.js'
import type { Site } from './site.js'

/** Hyphens, and names that claim to be somebody else's. */
export function nameSignals(site: Site): Finding[] {
  const findings: Finding[] = []
  const hyphens = site.isPrivate ? 0 : hyphensIn(site.host)
  if (hyphens >= THRESHOLDS.many_hyphens.value)
    findings.push(found('hyphen_count_at_least_3', { hyphens }))
  if (site.ownName) return findings
  const brand = impersonatedBrand(site)
  if (brand !== undefined)
    findings.push(found('brand_impersonation', { brand }))
  if (hasLookalikeLabel(site))
    findings.push(found('unicode_or_punycode_lookalike'))
  return findings
}

/** An explicit unusual port, and a wallet address in the URL. */
export function urlSignals(url: URL): Finding[] {
  const findings: Finding[] = []
  if (url.port !== '') findings.push(found('unusual_port', { port: url.port }))
  if (EMBEDDED_WALLET.test(url.pathname + url.search + url.hash))
    findings.push(found('embedded_wallet_in_url'))
  return findings
}

const EMBEDDED_WALLET = /0x[0-9a-f]{40}(?![0-9a-f])/i

// The two hyphens of each `xn--` are an encoding, not the name's.
function hyphensIn(host: string): number {
  const encoded = host.match(/(?:^|\.)xn--/g) ?? []
  return host.split('-').length - 1 - 2 * encoded.length
}
