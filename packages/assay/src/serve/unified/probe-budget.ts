import { createHash } from 'node:crypto'
import { hostKey } from '@assay402/core'
import { ProblemError } from '../problem.js'
import type { Service } from '../service.js'

/** Probes that one host gets a minute, over all callers and processes. */
export const HOST_PROBES = { most: 30, window_ms: 60_000 } as const

/** Hosts whose turns are remembered here. */
const MOST_HOSTS = 5_000

/**
 * Refuses the probe that would be one too many for its host (429, with the
 * seconds to wait). This process keeps any 60 seconds, the store every minute
 * of the clock for all processes together.
 */
export function createProbeBudget({
  store,
  clock,
  now: wallClock,
}: Pick<Service, 'store' | 'clock' | 'now'>): (url: string) => Promise<void> {
  const taken = new Map<string, number[]>()
  const { most, window_ms } = HOST_PROBES
  return async (url) => {
    const host = hostKey(url) ?? url
    const now = clock()
    const recent = (taken.get(host) ?? []).filter((at) => now - at < window_ms)
    if (recent.length >= most)
      throw tooMany(window_ms - (now - (recent[0] as number)))
    recent.push(now)
    makeRoom(taken, now)
    taken.set(host, recent)
    const time = wallClock()
    const from = Math.floor(time / window_ms) * window_ms
    const until = from + window_ms
    const { taken: isTaken } = await store.takeQuota([
      {
        scope: 'probes_of_host',
        subject: createHash('sha256').update(host).digest('hex'),
        from,
        until,
        limit: most,
      },
    ])
    if (!isTaken) throw tooMany(until - time)
  }
}

function tooMany(waitMs: number): ProblemError {
  return new ProblemError({
    status: 429,
    code: 'host_busy',
    detail: `a host is asked at most ${HOST_PROBES.most} times a minute, over all callers`,
    field: 'url',
    retry_after: Math.max(1, Math.ceil(waitMs / 1_000)),
  })
}

function makeRoom(taken: Map<string, number[]>, now: number): void {
  if (taken.size < MOST_HOSTS) return
  for (const [host, times] of taken)
    if (now - (times.at(-1) ?? 0) >= HOST_PROBES.window_ms) taken.delete(host)
  for (const host of taken.keys()) {
    if (taken.size < MOST_HOSTS) return
    taken.delete(host)
  }
}
