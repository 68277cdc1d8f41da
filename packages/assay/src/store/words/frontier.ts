import type { Endpoint } from './catalog.js'
import type { ObservedEvidence, StoredEvidence } from './evidence.js'

/** A host that one worker may ask once now. */
export type HostLease = {
  readonly host_name: string
  readonly lease_until: number
  /** What is due on this host, oldest due first, at most a few. */
  readonly due: readonly Endpoint[]
}

/** A lease that is given back, or a turn that lasts longer. */
export type HostRelease = {
  readonly host_name: string
  readonly worker: string
  readonly notBefore?: number | undefined
  /** Endpoints that are done with until the given time. */
  readonly done: readonly {
    readonly resource_id: string
    readonly due_at: number
  }[]
}

/** What visits to hosts came to. */
export type FinishedVisits = {
  readonly evidence: readonly StoredEvidence[]
  readonly looks: readonly ObservedEvidence[]
  readonly releases: readonly HostRelease[]
}

/** Who may ask which host when. Time is the store's own. */
export type FrontierStore = {
  /**
   * Leases up to `limit` hosts whose time has come and that have work due, and
   * moves their next time on by `gapMs`, in one statement. A lease that is not
   * given back ends after `leaseMs`. What was crawled in the slot of now is
   * not due again in it.
   */
  leaseHosts(request: {
    readonly worker: string
    readonly limit: number
    readonly gapMs: number
    readonly leaseMs: number
    readonly slotMs: number
  }): Promise<HostLease[]>
  /**
   * Takes one host's turn for a robots file or a redirect; false: not yet, or
   * another holds a lease on it. With a holder the turn is a lease of the host,
   * and renews one that the holder has.
   */
  takeTurn(
    hostName: string,
    gapMs: number,
    holder?: { readonly worker: string; readonly leaseMs: number },
  ): Promise<boolean>
  /** Gives a lease back; `notBefore` is for Retry-After and backoff. */
  releaseHost(release: HostRelease): Promise<void>
  /**
   * Appends what was seen, as `appendEvidence` and `appendObserved` do, and
   * gives the leases back: all or nothing. Returns how many looks were new.
   */
  finishVisits(visits: FinishedVisits): Promise<number>
  /** When the next host will be due; undefined: nothing is. */
  nextDue(): Promise<number | undefined>
  /** Endpoints due, hosts leased, hosts known. */
  frontierCounts(): Promise<{
    readonly due: number
    readonly leased: number
    readonly hosts: number
  }>
}
