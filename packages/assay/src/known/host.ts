import type { HostFacts } from '../questions/reputation.js'
import type { Endpoint, Store } from '../store/store.js'
import { HISTORY } from './resource.js'

/** Verdicts of the last 30 days count. */
const CHECKS_MS = 30 * 86_400_000

/** Endpoints of one host that are read at most, the newest ones. */
const MOST_ENDPOINTS = 500

/**
 * Checks that are read at most, the newest ones: fewer where they become part
 * of a bundle.
 */
export const MOST_CHECKS = { bundled: 500, scored: 20_000 } as const

/** The verdict of a check that a caller took part in: it counts nowhere. */
export const NOT_COUNTED = 'not_counted'

/** Reads everything about one host as of a moment (epoch milliseconds). */
export async function readHost(
  store: Store,
  host: string,
  endpoints: readonly Endpoint[],
  now: number,
  mostChecks: number = MOST_CHECKS.bundled,
): Promise<HostFacts> {
  const newest = [...endpoints]
    .sort((a, b) => b.last_seen - a.last_seen)
    .slice(0, MOST_ENDPOINTS)
  const [observed, checks] = await Promise.all([
    Promise.all(
      newest.map(async ({ resource_id, url, first_seen }) => ({
        resource_id,
        url,
        first_seen,
        crawls: await store.observationsOf({
          resource_id,
          origin: 'crawl',
          until: now,
          limit: HISTORY,
        }),
      })),
    ),
    store.verdictsOfHost(host, now - CHECKS_MS, mostChecks),
  ])
  return {
    host,
    endpoints: observed,
    checks: checks.filter(
      ({ at, verdict }) => at <= now && verdict !== NOT_COUNTED,
    ),
  }
}
