import {
  collectRobots,
  type RobotsRules,
  rulesOf,
  type SafeFetch,
} from '../collect/index.js'
import { BACKOFF, CRAWL_POLICY } from '../crawl/policy.js'
import type { FrontierStore } from '../store/store.js'

export type AdmitTools = {
  readonly store: Pick<FrontierStore, 'takeTurn'>
  readonly fetch: SafeFetch
  readonly now: () => number
  readonly sleep: (ms: number) => Promise<void>
  /** Between two requests to one host, in milliseconds. */
  readonly gapMs: number
}

const POLL_MS = 500

/**
 * Waits for the turn of a host before a catalog's reader asks it, under the same
 * gap as the crawler's; false when its robots.txt forbids the URL or the signal
 * aborts. A robots.txt is believed for a day, a failure to get it for minutes.
 */
export function createAdmit(
  tools: AdmitTools,
): (url: string, signal?: AbortSignal) => Promise<boolean> {
  const { store, fetch, now, sleep, gapMs } = tools
  const known = new Map<string, Known>()
  const turn = async (url: string, signal?: AbortSignal) => {
    // As the store leases it to the crawler.
    const hostName = new URL(url).hostname.replace(/\.$/, '')
    while (signal?.aborted !== true) {
      if (gapMs === 0 || (await store.takeTurn(hostName, gapMs))) return true
      await sleep(POLL_MS)
    }
    return false
  }
  const rulesFor = async (origin: string, signal?: AbortSignal) => {
    const before = known.get(origin)
    if (before !== undefined && holds(before, now())) return before.rules
    const data = await collectRobots(origin, {
      now,
      ask: async (request) => {
        if (!(await turn(request.url, signal))) throw new Stopped()
        return fetch(request)
      },
    })
    const rules = rulesOf(data)
    const isKnown = data.access !== 'unreachable'
    const forMs = isKnown ? CRAWL_POLICY.robotsMs : BACKOFF.firstMs
    if (known.size >= MOST_ORIGINS) known.clear()
    known.set(origin, { rules, at: now(), forMs })
    return rules
  }
  return async (url, signal) => {
    try {
      const rules = await rulesFor(new URL(url).origin, signal)
      return rules.allows(url) && (await turn(url, signal))
    } catch (error) {
      if (error instanceof Stopped) return false
      throw error
    }
  }
}

type Known = {
  readonly rules: RobotsRules
  readonly at: number
  readonly forMs: number
}

/** Not when the clock went back behind the moment of asking. */
function holds({ at, forMs }: Known, now: number): boolean {
  return now >= at && now < at + forMs
}

class Stopped extends Error {}

const MOST_ORIGINS = 5_000

/** The gap that the crawler keeps. */
export const POLITE_GAP_MS = CRAWL_POLICY.gapMs
