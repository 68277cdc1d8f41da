import type { FrontierStore, HostLease } from '../store/store.js'
import type { Gate } from './gate.js'
import type { CrawlPolicy } from './policy.js'
import type { StoreTime } from './store-time.js'

/** The turns that one visit takes: that of its lease, then those of redirects. */
export type Turns = {
  /** False: the turn did not come in time, or the crawl is being stopped. */
  readonly take: (hostName: string) => Promise<boolean>
  /**
   * A host was asked and the answer is here: it is not asked again before a gap
   * from now, for the request may have arrived only a moment ago.
   */
  readonly asked: (hostName: string) => Promise<void>
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

/**
 * Turns of a visit that holds a lease and a place in the gate. Every host that
 * it asks is leased from before the request until its arrival is known, so that
 * no delay of ours makes the next request come early.
 */
export function createTurns(
  lease: Pick<HostLease, 'host_name' | 'lease_until'>,
  time: StoreTime,
  tools: TurnTools,
): Turns {
  const { store, worker, clock, sleep, gate, policy, signal } = tools
  const { gapMs, leaseMs } = policy
  const leased = lease.host_name
  const mustAskBy = lease.lease_until - policy.timeoutMs
  // Under another name on other hosts: a lease of ours there is another visit's.
  const holderOn = (hostName: string) => ({
    worker: hostName === leased ? worker : `${worker} from ${leased}`,
    leaseMs,
  })
  let used = false
  let next = 0

  async function waitFor(hostName: string): Promise<boolean> {
    const holder = holderOn(hostName)
    const until = clock() + policy.turnPatienceMs
    let pause = hostName === leased ? next - time.now() : 0
    while (!signal.aborted && clock() <= until) {
      // A request that waits leaves its place to others.
      if (pause > 0) {
        gate.leave()
        await sleep(pause)
        await gate.enter()
      }
      if (await store.takeTurn(hostName, gapMs, holder)) return true
      pause = Math.min(gapMs / 10, POLL_MS)
    }
    return false
  }

  return {
    async take(hostName) {
      const ownTurn = hostName === leased && !used && time.now() <= mustAskBy
      return gapMs === 0 || ownTurn || waitFor(hostName)
    },
    async asked(hostName) {
      const notBefore = time.now() + gapMs
      if (hostName === leased) {
        used = true
        next = notBefore
      } else if (gapMs > 0)
        await store.releaseHost({
          ...{ host_name: hostName, notBefore },
          ...{ worker: holderOn(hostName).worker, done: [] },
        })
    },
    spent: () => used && gapMs > 0,
    notBefore: () => next,
  }
}

const POLL_MS = 1_000
