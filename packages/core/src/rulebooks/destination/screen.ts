import { isEvmAddress } from '../../address/address.js'
import { isBurnAddress } from '../../address/burn.js'
import { formatInstant, type Instant } from '../../time/instant.js'
import { type Age, ageOf } from './age.js'
import { type Conclusion, conclude } from './conclude.js'
import { ENS_TLD } from './data/schemes.js'
import { type Finding, found, reasonOf } from './finding.js'
import {
  ipFindings,
  nameFindings,
  schemeFindings,
  userinfoFindings,
} from './hard-rules.js'
import type { Registration } from './input.js'
import type { DestinationAnswer, Verdict } from './output.js'
import { type Site, siteOf } from './site.js'
import { nameSignals, urlSignals } from './soft-rules.js'
import { readTarget, type UrlTarget } from './target.js'

/** The procedure of the page, on an input that was read already. */
export function screenTarget(
  target: unknown,
  registration: Registration,
  now: Instant,
): DestinationAnswer {
  return answer(judgeTarget(target, registration, now), now)
}

type Judged = {
  readonly type: DestinationAnswer['target_type']
  readonly host: string | null
  readonly findings: readonly Finding[]
  readonly conclusion: Conclusion
  readonly days: number | null
}

function judgeTarget(
  text: unknown,
  registration: Registration,
  now: Instant,
): Judged {
  const target = readTarget(text)
  if (target.kind === 'missing')
    return withoutHost('invalid', [found('missing_target')])
  if (target.kind === 'wallet')
    return withoutHost('wallet', [walletFinding(target.text.toLowerCase())])
  const scheme = schemeFindings(target.scheme)
  const { host, ip, shape } = target
  if (host === undefined) return withoutHost(shape, scheme)
  if (ip !== undefined) {
    const findings = [...scheme, ...userinfoFindings(target), ...ipFindings(ip)]
    return blocked(shape, host, findings)
  }
  return judgeSite(target, siteOf(host), scheme, registration, now)
}

function judgeSite(
  target: UrlTarget,
  site: Site,
  scheme: readonly Finding[],
  registration: Registration,
  now: Instant,
): Judged {
  const { host, allowlisted } = site
  const isEns = host.endsWith(ENS_END)
  const type = isEns ? 'ens' : target.shape
  const ens = isEns ? [found('ens_name')] : []
  const hard = [...userinfoFindings(target), ...nameFindings(site)]
  if (scheme.length + hard.length > 0)
    return blocked(type, host, [...scheme, ...ens, ...hard])
  const age = isEns || allowlisted ? NO_AGE : ageOf(site, registration, now)
  const findings = [
    ...ens,
    ...age.findings,
    ...(allowlisted ? [] : nameSignals(site)),
    ...urlSignals(target.url),
  ]
  const standing = allowlisted ? 'allowlisted' : 'unlisted'
  const conclusion = conclude(findings, standing)
  return { type, host, findings, conclusion, days: age.days }
}

const ENS_END = `.${ENS_TLD}`
const NO_AGE: Age = { findings: [], days: null }

function walletFinding(address: string): Finding {
  if (!isEvmAddress(address)) return found('invalid_wallet')
  return found(isBurnAddress(address) ? 'burn_address' : 'wallet_unanalyzed')
}

function withoutHost(
  type: Judged['type'],
  findings: readonly Finding[],
): Judged {
  const conclusion = conclude(findings, 'unlisted')
  return { type, host: null, findings, conclusion, days: null }
}

function blocked(
  type: Judged['type'],
  host: string,
  findings: readonly Finding[],
): Judged {
  return { ...withoutHost(type, findings), host }
}

const ACTIONS = {
  trusted: 'proceed',
  unknown: 'verify_out_of_band',
  suspicious: 'require_human_review',
  block: 'do_not_pay',
} as const satisfies Record<Verdict, DestinationAnswer['recommended_action']>

function answer(judged: Judged, now: Instant): DestinationAnswer {
  const { score, verdict } = judged.conclusion
  return {
    rulebook: 'destination',
    version: '1',
    target_type: judged.type,
    host: judged.host,
    score,
    verdict,
    recommended_action: ACTIONS[verdict],
    reasons: judged.findings.map(reasonOf),
    domain_age_days: judged.days,
    policy_version: '1',
    checked_at: formatInstant(now),
  }
}
