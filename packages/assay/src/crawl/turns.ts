import type { FetchResult } from '../collect/index.js'
import type { FrontierStore, HostLease } from '../store/store.js'
import type { Gate } from './gate.js'
import type { CrawlPolicy } from './policy.js'
import type { StoreTime } from './store-time.js'

/** The turns that one visit takes: that of its lease, then those of redirects. */
export type Turns = {
  /** False: the turn did not come in time, or the crawl is being stopped. */
  readonly take: (hostName: string) => Promise<boolean>
  /** A host was asked: it is not asked again before its gap is over. */
  readonly asked: (
    hostName: string,
    startedAt: number,
    result: FetchResult,
  ) => Promise<void>
  /** The lease's own turn is used and the next is a gap away. */
  readonly spent: () => boolean
  /** Before which the leased host must not be asked again, the store's time. */
  readonly notBefore: () => number
}

export type TurnTools = {
  readonly store: Pick<FrontierStore, 'takeTurn' | 'releaseHost'>
  readonly worker: string
  readonly clock: () => number
  readonly sleep: (ms: number) => Promise<void>
  readonly gate: Gate
  readonly policy: CrawlPolicy
  readonly signal: AbortSignal
}

/** `time` says what the store's clock shows. */
export function createTurns(
  lease: Pick<HostLease, 'host_name'>,
  time: StoreTime,
  tools: TurnTools,
): Turns {
  const { store, worker, clock, sleep, gate, policy, signal } = tools
  const { gapMs } = policy
  const leased = lease.host_name
  let used = false
  let next = 0

  async function waitFor(hostName: string): Promise<boolean> {
    const until = clock() + policy.turnPatienceMs
    let pause = hostName === leased ? Math.max(1, next - time.now()) : 0
    // A request that waits leaves its place to others.
    gate.leave()
    try {
      while (!signal.aborted && clock() <= until) {
        if (pause > 0) await sleep(pause)
        if (await store.takeTurn(hostName, gapMs + margin(gapMs))) return true
        pause = Math.max(1, Math.min(gapMs / 10, POLL_MS))
      }
      return false
    } finally {
      await gate.enter()
    }
  }

  return {
    async take(hostName) {
      if (hostName === leased && !used) return true
      if (gapMs === 0) return true
      return waitFor(hostName)
    },
    async asked(hostName, startedAt, result) {
      const at = time.at(startedAt + arrivalMs(result, clock() - startedAt))
      if (hostName === leased) {
        used = true
        next = at + gapMs
        return
      }
      if (gapMs === 0) return
      // Under another name: a lease of our own on that host goes on.
      const visitor = `${worker} visiting`
      const host = { host_name: hostName, notBefore: at + gapMs }
      await store.releaseHost({ ...host, worker: visitor, done: [] })
    },
    spent: () => used && gapMs > 0,
    notBefore: () => next,
  }
}

const POLL_MS = 1_000

/** For the way from a turn taken to the request's arrival at another host. */
function margin(gapMs: number): number {
  return gapMs / 20
}

/** When a request has certainly arrived: with the first byte of its answer. */
function arrivalMs({ timing }: FetchResult, spentMs: number): number {
  const { dnsMs, connectMs, firstByteMs } = timing
  if (firstByteMs === null) return spentMs
  return Math.min(spentMs, (dnsMs ?? 0) + (connectMs ?? 0) + firstByteMs)
}
