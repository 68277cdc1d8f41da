import type { QuotaClaim } from '../../../store/words/accounts.js'
import type { Caller, ServiceContext } from '../../answer.js'
import { ProblemError } from '../../problem.js'
import { noteTaken } from '../../quota/give-back.js'
import { claimOf, quotaFor } from '../../quota/quota-for.js'
import { quotaProblem, takeQuota } from '../../quota/take.js'
import type { Service } from '../../service.js'
import { type FreeAccess, isExempt } from '../access.js'
import { isAllowedHost, isPlainlyPrivate } from '../allowed-host.js'
import type { SpotCheckInput } from './parameters.js'

/**
 * Whether a spot check is free, and takes it from the quota then. A client name
 * that has used its checks up may pay; a network that has is told to wait.
 */
export async function spotCheckAccess(
  c: ServiceContext,
  service: Service,
  input: SpotCheckInput,
): Promise<FreeAccess> {
  const { settings } = service
  const caller = c.get('caller')
  if (isExempt(caller, settings) || caller.pack !== null) return 'free'
  const isLive = input.mode === 'live'
  if (isLive && isRefused(service, input.url)) return refusedAccess(c, service)
  if (isLive && input.access === 'paid') return 'pay'
  const now = service.now()
  const claims = freeClaims(service, input, caller)
  const taken = await takeQuota(service, claims)
  if (taken.taken) {
    noteTaken(c, taken)
    return 'free'
  }
  const isClients = taken.exhausted.scope === claims[0]?.scope
  if (isLive && isClients) return 'pay'
  return quotaProblem(taken.exhausted, now)
}

/** Nobody is asked about what is refused as it stands; it is written down. */
async function refusedAccess(
  c: ServiceContext,
  service: Service,
): Promise<FreeAccess> {
  const now = service.now()
  const { address_sha256 } = c.get('caller')
  const claim = claimOf('terms_refused_network', address_sha256, now)
  const taken = await takeQuota(service, [claim])
  return taken.taken ? 'free' : quotaProblem(taken.exhausted, now)
}

/** One paid check more of a payer's hour; throws a problem 429 past it. */
export async function takePayersTurn(
  c: ServiceContext,
  service: Service,
): Promise<void> {
  const { settings } = service
  const now = service.now()
  const claims = quotaFor('terms', 'paid', c.get('caller'), settings, now)
  const taken = await takeQuota(service, claims)
  if (!taken.taken) throw new ProblemError(quotaProblem(taken.exhausted, now))
  noteTaken(c, taken)
}

function freeClaims(
  { settings, now }: Service,
  { mode, client }: SpotCheckInput,
  caller: Caller,
): QuotaClaim[] {
  const named = { ...caller, client: client ?? caller.client }
  const operation = mode === 'live' ? 'check' : 'dry_run'
  return quotaFor('terms', operation, named, settings, now())
}

function isRefused({ settings }: Service, url: string): boolean {
  return isPlainlyPrivate(url) && !isAllowedHost(url, settings.allowHosts)
}
