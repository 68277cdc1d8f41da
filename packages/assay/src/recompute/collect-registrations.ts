import { isUnderPrivateSuffix, registrableDomain } from '@assay402/core'
import type { Registrations } from '../inspect/registrations.js'
import type { Store } from '../store/store.js'

export type CollectRegistrationsTools = {
  readonly registrations: Registrations
  readonly now: () => number
  readonly sleep: (ms: number) => Promise<void>
  /** Stops between two questions. */
  readonly signal?: AbortSignal | undefined
}

/** Between two questions to registries. */
const GAP_MS = 1_000

/**
 * Looks up when the domains of resources were registered, those without an
 * answer that is still good, one a second, at most `limit`. Returns how many
 * were asked about.
 */
export async function collectRegistrations(
  store: Pick<Store, 'endpoint' | 'registration'>,
  resourceIds: readonly string[],
  limit: number,
  tools: CollectRegistrationsTools,
): Promise<number> {
  const seen = new Set<string>()
  let asked = 0
  for (const id of resourceIds) {
    if (asked >= limit || tools.signal?.aborted === true) break
    const domain = domainOf((await store.endpoint(id))?.host_name)
    if (domain === undefined || seen.has(domain)) continue
    seen.add(domain)
    if ((await store.registration(domain, tools.now())) !== undefined) continue
    if (asked > 0) await tools.sleep(GAP_MS)
    await tools.registrations.find(domain)
    asked++
  }
  return asked
}

/** A name under a platform's suffix has no age of its own. */
function domainOf(hostName: string | undefined): string | undefined {
  return hostName === undefined || isUnderPrivateSuffix(hostName)
    ? undefined
    : registrableDomain(hostName)
}
