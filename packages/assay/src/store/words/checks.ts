/** A check as it was answered. Its report holds the evidence that it names. */
export type StoredCheck = {
  readonly id: string
  readonly at: number
  readonly resource_id: string
  readonly host: string
  readonly url: string
  /** What counts for the reputation of the host. */
  readonly verdict: string
  readonly decision: string
  readonly report: unknown
  /** Canonical JSON of the bundle; null when it was not kept. */
  readonly bundle: string | null
}

/** The wallet that a resource asked to be paid at first. */
export type Pin = {
  readonly resource_id: string
  readonly network: string
  readonly pay_to: string
  readonly since: number
}

/** Checks that were made, and the wallets they pinned. */
export type CheckStore = {
  /** Stored once by id. */
  saveCheck(check: StoredCheck): Promise<void>
  check(id: string): Promise<StoredCheck | undefined>
  checksOfHost(
    host: string,
    since: number,
    limit: number,
  ): Promise<StoredCheck[]>
  /** As `checksOfHost`, without their reports: cheap for a long history. */
  verdictsOfHost(
    host: string,
    since: number,
    limit: number,
  ): Promise<Pick<StoredCheck, 'at' | 'url' | 'verdict'>[]>
  /** Drops checks made before a moment, and so lets go of their evidence. */
  pruneChecks(before: number): Promise<number>
  pinOf(resourceId: string, network: string): Promise<Pin | undefined>
  /** Remembers the first; an existing pin stays as it is. */
  savePin(pin: Pin): Promise<void>
}
