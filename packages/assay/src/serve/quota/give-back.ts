import type { MiddlewareHandler } from 'hono'
import type { ServiceContext, ServiceEnv, TakenClaims } from '../answer.js'
import type { Service } from '../service.js'
import { giveQuotaBack } from './take.js'

/** Notes what a request has taken, for `givesBack`. */
export function noteTaken(c: ServiceContext, taken: TakenClaims): void {
  if (taken.claims.length === 0) return
  c.set('taken', [...(c.get('taken') ?? []), taken])
}

/**
 * Gives back what a request took when it came to nothing by no fault of its
 * caller: our own failure (5xx), or no time for it (429).
 */
export function givesBack(
  service: Pick<Service, 'store' | 'log'>,
): MiddlewareHandler<ServiceEnv> {
  return async (c, next) => {
    await next()
    const taken = c.get('taken')
    if (taken === undefined || !isOurFault(c.res.status)) return
    for (const { claims, onceKey } of taken)
      await giveQuotaBack(service, claims, onceKey).catch((error: unknown) =>
        service.log({
          level: 'error',
          event: 'quota_not_given_back',
          error: error instanceof Error ? error.message : String(error),
        }),
      )
  }
}

function isOurFault(status: number): boolean {
  return status >= 500 || status === 429
}
