export type Watch = {
  readonly id: string
  readonly owner: string
  readonly subject: string
  readonly webhook: string
  readonly secret: string
  readonly created_at: number
  readonly expires_at: number
}

export type WatchEvent = {
  readonly id: string
  readonly key: string
  readonly at: number
  readonly subject: string
  readonly kind: string
  readonly before: unknown
  readonly after: unknown
}

export type Delivery = {
  readonly event: WatchEvent
  readonly watch: Watch
  readonly attempts: number
}

export type WatchStore = {
  saveWatch(watch: Watch): Promise<void>
  watchesOf(owner: string): Promise<Watch[]>
  dropWatch(id: string, owner: string): Promise<boolean>
  /** Records an event once by key and queues its deliveries; false: known. */
  recordEvent(event: WatchEvent): Promise<boolean>
  eventsOf(subject: string, limit: number): Promise<WatchEvent[]>
  leaseDeliveries(limit: number, leaseMs: number): Promise<Delivery[]>
  finishDelivery(eventId: string, watchId: string, outcome: { readonly delivered: boolean; readonly next_at: number | null }): Promise<void>
  /** State that flap control needs, by subject. */
  watchState(subject: string): Promise<unknown | undefined>
  saveWatchState(subject: string, state: unknown): Promise<void>
}
