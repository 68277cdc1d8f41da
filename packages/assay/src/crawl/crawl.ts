import type { SafeFetch } from '../collect/index.js'
import type {
  EvidenceStore,
  FrontierStore,
  HostLease,
  StoreAdmin,
} from '../store/store.js'
import { createCommitter } from './committer.js'
import { createGate } from './gate.js'
import { createHandover } from './handover.js'
import { patiently } from './patiently.js'
import { CRAWL_POLICY, type CrawlPolicy } from './policy.js'
import { createRecorder } from './record.js'
import { createRobotsKeeper } from './robots-keeper.js'
import { storeTime } from './store-time.js'
import { createStrikes } from './strikes.js'
import { type Visit, visit } from './visit.js'

export type CrawlStore = EvidenceStore & FrontierStore & Pick<StoreAdmin, 'now'>

export type CrawlTools = {
  readonly store: CrawlStore
  readonly fetch: SafeFetch
  /** Monotonic milliseconds, as fast as the store's clock. */
  readonly clock: () => number
  readonly sleep: (ms: number) => Promise<void>
  readonly randomBytes: (count: number) => Uint8Array
}

export type CrawlOptions = {
  /** `pass`: until nothing is due; `forever`: until it is stopped. */
  readonly mode: 'pass' | 'forever'
  /** Unlike any other worker's on this store. */
  readonly worker: string
  /** Requests under way at once at most. */
  readonly concurrency: number
  /** Endpoints to look at in this crawl at most. */
  readonly limit?: number | undefined
  readonly policy?: Partial<CrawlPolicy> | undefined
  /** What is under way when it aborts is finished and stored. */
  readonly signal?: AbortSignal | undefined
  readonly onProgress?: ((progress: CrawlProgress) => void) | undefined
}

/** Counts since the crawl began; only what is stored counts. */
export type CrawlProgress = {
  /** Endpoints asked, whatever they answered. */
  readonly looked: number
  /** Endpoints that robots.txt forbids to ask. */
  readonly blocked: number
  /** Times that an endpoint was put off. */
  readonly deferred: number
  readonly robots: number
  readonly requests: number
  /** Visits to hosts. */
  readonly visits: number
}

/**
 * Crawls what is due in a store, politely: GET only, robots.txt first, one
 * request a host in its gap over all workers of the store. Resolves when the
 * pass is over, the limit is reached or `signal` aborts. Rejects when the store
 * fails for good; everything acknowledged is in the store then too.
 */
export async function crawl(
  options: CrawlOptions,
  tools: CrawlTools,
): Promise<CrawlProgress> {
  const { store, clock, sleep } = tools
  const { mode, worker, concurrency } = options
  const policy = { ...CRAWL_POLICY, ...options.policy }
  const halt = new AbortController()
  const stop = () => halt.abort()
  options.signal?.addEventListener('abort', stop, { once: true })
  if (options.signal?.aborted) stop()
  const retry = <T>(work: () => Promise<T>) => patiently(work, sleep)
  const gate = createGate(concurrency)
  const handover = createHandover()
  const committer = createCommitter(store, worker, sleep)
  const tally = createTally(committer.repeated, options.onProgress)
  const underWay = new Set<Promise<void>>()
  let left = options.limit ?? Number.POSITIVE_INFINITY
  let failure: { readonly error: unknown } | undefined
  let wake = () => {}
  const visitTools = {
    ...{ ...tools, worker, policy, gate, handover },
    signal: halt.signal,
    robots: createRobotsKeeper(store, policy.robotsMs),
    recorder: createRecorder({ ...tools, slotMs: policy.slotMs }),
    strikes: createStrikes(),
    mayLook: () => left > 0 && left-- > 0,
  }

  async function attend(lease: HostLease, askedAt: number): Promise<void> {
    await gate.enter()
    let seen: Visit
    try {
      const leasedAt = lease.lease_until - policy.leaseMs
      seen = await visit(lease, storeTime(leasedAt, askedAt, clock), visitTools)
    } finally {
      gate.leave()
    }
    await committer.commit(seen)
    tally.add(seen)
  }

  function begin(lease: HostLease, askedAt: number): void {
    const running: Promise<void> = attend(lease, askedAt)
      .catch((error: unknown) => {
        failure ??= { error }
        stop()
      })
      .finally(() => {
        underWay.delete(running)
        wake()
      })
    underWay.add(running)
  }

  // Some leases wait at the gate, so that one statement leases several.
  const ahead = Math.ceil(concurrency / 2)
  const least = Math.ceil(ahead / 2)
  const free = () =>
    Math.min(
      gate.free() + ahead - gate.waiting(),
      MOST_UNDER_WAY - underWay.size,
      left,
    )

  async function leaseSome(): Promise<number> {
    const askedAt = clock()
    const leases = await retry(() =>
      store.leaseHosts({
        ...{ worker, limit: Math.min(free(), LEASES_AT_ONCE) },
        ...{ gapMs: policy.gapMs, leaseMs: policy.leaseMs },
        slotMs: policy.slotMs,
      }),
    )
    for (const lease of leases)
      if (!handover.offer(lease.host_name)) begin(lease, askedAt)
    return leases.length
  }

  const oneEnds = () =>
    new Promise<void>((resolve) => {
      wake = resolve
    })

  /** False: nothing will be due soon enough. */
  async function waitForWork(): Promise<boolean> {
    const next = await retry(() => store.nextDue())
    const now = await retry(() => store.now())
    const soon =
      mode === 'forever'
        ? Number.POSITIVE_INFINITY
        : now + policy.passPatienceMs
    if (underWay.size === 0 && (next ?? Number.POSITIVE_INFINITY) > soon)
      return false
    const pause = Math.min((next ?? now + LONGEST_NAP_MS) - now, LONGEST_NAP_MS)
    // A visit that ends may leave its host with more that is due.
    await Promise.race([sleep(Math.max(pause, SHORTEST_NAP_MS)), oneEnds()])
    return true
  }

  try {
    while (!halt.signal.aborted && left > 0) {
      if (free() < Math.min(least, left)) await oneEnds()
      else if ((await leaseSome()) > 0) await sleep(BREATH_MS)
      else if (!(await waitForWork())) break
    }
  } catch (error) {
    failure ??= { error }
    stop()
  }
  await Promise.all(underWay)
  options.signal?.removeEventListener('abort', stop)
  if (failure !== undefined) throw failure.error
  return tally.progress()
}

const LEASES_AT_ONCE = 64
/** Visits, those included that wait for the turn of a redirect. */
const MOST_UNDER_WAY = 4_096
/** Between two statements of leasing, so that each leases several hosts. */
const BREATH_MS = 5
const LONGEST_NAP_MS = 1_000
const SHORTEST_NAP_MS = 10

function createTally(
  repeated: () => number,
  onProgress: CrawlOptions['onProgress'],
) {
  const sums = { looked: 0, blocked: 0, deferred: 0 }
  const work = { robots: 0, requests: 0, visits: 0 }
  // A look that came second is another worker's to count.
  const progress = (): CrawlProgress => ({
    ...sums,
    looked: Math.max(0, sums.looked - repeated()),
    ...work,
  })
  return {
    progress,
    add({ looks, evidence, deferred, requests }: Visit): void {
      const blocked = looks.filter(
        ({ observation }) => observation.result === 'robots_blocked',
      ).length
      sums.looked += looks.length - blocked
      sums.blocked += blocked
      sums.deferred += deferred
      work.robots += evidence.length
      work.requests += requests
      work.visits += 1
      onProgress?.(progress())
    },
  }
}
