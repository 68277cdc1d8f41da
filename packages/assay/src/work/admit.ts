import {
  collectRobots,
  type RobotsRules,
  rulesOf,
  type SafeFetch,
} from '../collect/index.js'
import { CRAWL_POLICY } from '../crawl/policy.js'
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
 * gap as the crawler's; false when its robots.txt forbids the URL.
 */
export function createAdmit(
  tools: AdmitTools,
): (url: string, signal?: AbortSignal) => Promise<boolean> {
  const rules = new Map<string, RobotsRules>()
  const turn = async (host: string, signal?: AbortSignal) => {
    if (tools.gapMs === 0) return true
    while (signal?.aborted !== true) {
      if (await tools.store.takeTurn(host, tools.gapMs)) return true
      await tools.sleep(POLL_MS)
    }
    return false
  }
  const rulesFor = async (origin: string, signal?: AbortSignal) => {
    const known = rules.get(origin)
    if (known !== undefined) return known
    const read = rulesOf(
      await collectRobots(origin, {
        now: tools.now,
        ask: async (request) => {
          await turn(new URL(request.url).hostname, signal)
          return tools.fetch(request)
        },
      }),
    )
    if (rules.size >= MOST_ORIGINS) rules.clear()
    rules.set(origin, read)
    return read
  }
  return async (url, signal) => {
    const { origin, hostname } = new URL(url)
    const allowed = (await rulesFor(origin, signal)).allows(url)
    return allowed && (await turn(hostname, signal))
  }
}

const MOST_ORIGINS = 5_000

/** The gap that the crawler keeps. */
export const POLITE_GAP_MS = CRAWL_POLICY.gapMs
