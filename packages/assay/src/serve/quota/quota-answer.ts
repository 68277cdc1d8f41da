import type { Service } from '../service.js'
import { type Counted, type Operation, quotaFor } from './quota-for.js'

/** How much of a limit a caller has used. */
export type QuotaState = {
  /** Name of the limit. */
  readonly limit_name: string
  readonly limit: number
  readonly used: number
  readonly remaining: number
  /** When the count begins anew. */
  readonly resets_at: string
}

export type QuotaAnswer = {
  /** True: nothing is counted, for this caller or at all. */
  readonly unlimited: boolean
  readonly tier: 'anonymous' | 'free_key' | 'bundle' | 'exempt' | 'open'
  readonly quotas: readonly QuotaState[]
}

/** What is left to a caller for an operation. Costs nothing. */
export async function quotaAnswer<Surface extends keyof Operation>(
  service: Pick<Service, 'store' | 'settings' | 'now'>,
  surface: Surface,
  operation: Operation[Surface],
  caller: Counted,
): Promise<QuotaAnswer> {
  const { store, settings, now } = service
  const tier = tierOf(caller, settings.open)
  if (tier === 'open' || tier === 'exempt')
    return { unlimited: true, tier, quotas: [] }
  const claims = quotaFor(surface, operation, caller, settings, now())
  const used = await store.quotaUsed(claims)
  return {
    unlimited: false,
    tier,
    quotas: claims.map(({ scope, limit, until }, at) => ({
      limit_name: scope,
      limit,
      used: used[at] ?? 0,
      remaining: Math.max(0, limit - (used[at] ?? 0)),
      resets_at: new Date(until).toISOString(),
    })),
  }
}

function tierOf({ key, bundle }: Counted, open: boolean): QuotaAnswer['tier'] {
  if (open) return 'open'
  if (key !== null) return key.tier === 'exempt' ? 'exempt' : 'free_key'
  return bundle === null || bundle === undefined ? 'anonymous' : 'bundle'
}
