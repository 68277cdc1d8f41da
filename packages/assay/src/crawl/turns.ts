import type { FrontierStore, HostLease } from '../store/store.js'
import type { Gate } from './gate.js'
import type { Handover } from './handover.js'
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
  readonly handover: Handover
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
  const { store, worker, sleep, gate, handover, policy, signal } = tools
  const { gapMs, leaseMs } = policy
  const leased = lease.host_name
  // Whoever waits longer finds the host leased to another.
  const mustAskBy = () => leaseEnds - policy.timeoutMs
  const handed = new Set<string>()
  // Under another name on other hosts: a lease of ours there is another visit's.
  const holderOn = (hostName: string) => ({
    worker:
      hostName === leased || handed.has(hostName)
        ? worker
        : `${worker} from ${leased}`,
    leaseMs,
  })
  let leaseEnds = lease.lease_until
  let used = false
  let next = 0

  /** True when a lease of the host was handed over meanwhile. */
  async function rest(hostName: string, pause: number): Promise<boolean> {
    if (pause <= 0) return false
    // A request that waits leaves its place to others.
    gate.leave()
    const given = await handover.wait(hostName, sleep(pause))
    await gate.enter()
    if (given) handed.add(hostName)
    return given
  }

  async function waitFor(hostName: string): Promise<boolean> {
    const holder = holderOn(hostName)
    let pause = hostName === leased ? next - time.now() : 0
    while (!signal.aborted && time.now() <= mustAskBy()) {
      if (await rest(hostName, pause)) return true
      const asOf = time.now()
      if (await store.takeTurn(hostName, gapMs, holder)) {
        if (hostName === leased) leaseEnds = asOf + leaseMs
        return true
      }
      pause = Math.min(gapMs / 10, POLL_MS)
    }
    return false
  }

  return {
    async take(hostName) {
      const ownTurn = hostName === leased && !used && time.now() <= mustAskBy()
      return gapMs === 0 || ownTurn || waitFor(hostName)
    },
    async asked(hostName) {
      const notBefore = time.now() + gapMs
      if (hostName === leased) {
        used = true
        next = notBefore
      } else if (gapMs > 0) {
        const { worker: holder } = holderOn(hostName)
        handed.delete(hostName)
        await store.releaseHost({
          ...{ host_name: hostName, worker: holder },
          ...{ notBefore, done: [] },
        })
      }
    },
    spent: () => used && gapMs > 0,
    notBefore: () => next,
  }
}

const POLL_MS = 1_000
