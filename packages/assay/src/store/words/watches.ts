/** A wish to be told of changes. */
export type Watch = {
  readonly id: string
  readonly owner: string
  readonly subject: string
  readonly webhook: string
  readonly secret: string
  readonly created_at: number
  readonly expires_at: number
}

/** A change of a subject. */
export type WatchEvent = {
  readonly id: string
  readonly key: string
  readonly at: number
  readonly subject: string
  readonly kind: string
  readonly before: unknown
  readonly after: unknown
}

/** An event on its way to one watch. */
export type Delivery = {
  readonly event: WatchEvent
  readonly watch: Watch
  /** Times leased, this one included. */
  readonly attempts: number
}

/** Watches, events and their deliveries. */
export type WatchStore = {
  saveWatch(watch: Watch): Promise<void>
  watchesOf(owner: string): Promise<Watch[]>
  dropWatch(id: string, owner: string): Promise<boolean>
  /** What somebody watches at that moment, each once, in order. */
  watchedSubjects(now: number): Promise<string[]>
  /** Records an event once by key and queues its deliveries; false: known. */
  recordEvent(event: WatchEvent): Promise<boolean>
  eventsOf(subject: string, limit: number): Promise<WatchEvent[]>
  /** Leases what is due; not finished in time it is due again. */
  leaseDeliveries(limit: number, leaseMs: number): Promise<Delivery[]>
  /** Not delivered and no next time: given up. */
  finishDelivery(
    eventId: string,
    watchId: string,
    outcome: { readonly delivered: boolean; readonly next_at: number | null },
  ): Promise<void>
  /** State that flap control needs, by subject. */
  watchState(subject: string): Promise<unknown | undefined>
  saveWatchState(subject: string, state: unknown): Promise<void>
}
