import type { EvidenceRecord } from '@assay402/core'
import type { ChallengeData } from '../collect/index.js'

/** A challenge of the seller as evidence. */
export type Look = {
  readonly record: EvidenceRecord
  readonly data: ChallengeData
  /**
   * `own`: asked for by this check. `shaped`: the caller's body or headers went
   * with it. `shared`: another check asked for it lately. `stored`: from the
   * store.
   */
  readonly origin: 'own' | 'shaped' | 'shared' | 'stored'
}

/** How long a probe of a resource is shared by checks, in milliseconds. */
export const SHARED_FOR_MS = 300_000

/** Runs a probe, or hands out the one that was run within 300 s. */
export type SharedProbes = (
  resource: string,
  run: () => Promise<Look>,
) => Promise<Look>

/** Shares probes among the checks of one process. `clock`: monotonic ms. */
export function createSharedProbes(clock: () => number): SharedProbes {
  const probes = new Map<string, { until: number; look: Promise<Look> }>()
  return async (resource, run) => {
    const now = clock()
    const running = probes.get(resource)
    if (running !== undefined && now < running.until)
      return { ...(await running.look), origin: 'shared' }
    // In the order of their ends: each is kept equally long.
    for (const [old, { until }] of probes) {
      if (until > now && probes.size < MOST_SHARED) break
      probes.delete(old)
    }
    const entry = { until: now + SHARED_FOR_MS, look: run() }
    probes.delete(resource)
    probes.set(resource, entry)
    entry.look.catch(() => probes.delete(resource))
    return entry.look
  }
}

const MOST_SHARED = 2_000
