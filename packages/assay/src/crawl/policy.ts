import { SLOT_MS } from '../store/slot.js'

/** How politely the crawler asks. Times are milliseconds. */
export type CrawlPolicy = {
  /** Between two requests to one host, over all workers. */
  readonly gapMs: number
  /**
   * After which the host of a worker that died comes back, and for which a
   * redirect waits for the turn of another host at most; over the gap.
   */
  readonly leaseMs: number
  /** An endpoint is asked once in each. */
  readonly slotMs: number
  /** How long a robots.txt is believed. */
  readonly robotsMs: number
  /** For one answer, from resolving its name to its last byte. */
  readonly timeoutMs: number
  /** A single pass leaves what is not due by then to the next one. */
  readonly passPatienceMs: number
}

export const CRAWL_POLICY: CrawlPolicy = {
  gapMs: 10_000,
  leaseMs: 60_000,
  slotMs: SLOT_MS,
  robotsMs: 86_400_000,
  timeoutMs: 8_000,
  passPatienceMs: 60_000,
}

/** Waits after failures of a host: doubled for each in a row, then held. */
export const BACKOFF = { firstMs: 120_000, mostMs: SLOT_MS } as const

/** The longest Retry-After that is obeyed to the letter: a week. */
export const RETRY_AFTER_MOST_MS = 7 * 86_400_000

/** A host that does not answer is left alone longer from this failure on. */
export const SILENT_FAILURES = 3

/** An endpoint whose redirect found no turn is tried again after this. */
export const NO_TURN_RETRY_MS = 1_800_000
