import type { Problem } from '../problem.js'
import { claimOf } from '../quota/quota-for.js'
import { giveQuotaBack, quotaProblem, takeQuota } from '../quota/take.js'
import type { Service } from '../service.js'

/** A payment that is going to be verified, counted until it proves good. */
export type Attempt = {
  /** It was none that the facilitator refused. */
  readonly passed: () => Promise<void>
}

/**
 * Counts a payment against the network that it comes from before anybody is
 * asked about it; a problem 429 when too many of that network were refused.
 */
export async function takeAttempt(
  service: Pick<Service, 'store' | 'settings' | 'now'>,
  { address_sha256 }: { readonly address_sha256: string },
): Promise<Attempt | Problem> {
  const now = service.now()
  const claim = claimOf('refused_payments', address_sha256, now)
  const taken = await takeQuota(service, [claim])
  if (!taken.taken) return quotaProblem(taken.exhausted, now)
  return { passed: () => giveQuotaBack(service, taken.claims) }
}
