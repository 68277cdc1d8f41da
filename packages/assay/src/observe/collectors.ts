import { challengeCollector } from '../collect/index.js'
import type { Observation } from '../store/store.js'

/** A challenge that was shaped by a caller's own body or headers. */
export const shapedCollector = { id: 'challenge-shaped', version: '1' } as const

/** A challenge that the crawler asked for. */
export const crawlCollector = { id: 'crawl', version: '1' } as const

/**
 * Where the observation of a challenge belongs, by the collector of its record;
 * undefined: it makes none, since a caller took part in it.
 */
export function originOf(collector: {
  readonly id: string
}): Observation['origin'] | undefined {
  if (collector.id === crawlCollector.id) return 'crawl'
  return collector.id === challengeCollector.id ? 'check' : undefined
}
