export type ListSnapshot = {
  readonly id: string
  readonly list: string
  readonly source_url: string
  readonly fetched_at: number
  readonly published_at: string | null
  readonly sha256: string
  readonly count: number
  readonly parser: string
  /** `good` may be current; `refused` keeps the reason and serves nobody. */
  readonly status: 'good' | 'refused'
  readonly detail: string
}

export type ListEntry = {
  /** Lower case for EVM and domains, exact for base58. */
  readonly key: string
  readonly family: string
  readonly entry: string
}

export type ListStore = {
  /** Swaps a validated list in whole, or records why it was refused. */
  saveList(
    snapshot: ListSnapshot,
    entries: AsyncIterable<ListEntry> | Iterable<ListEntry>,
  ): Promise<void>
  currentList(list: string): Promise<ListSnapshot | undefined>
  listHistory(limit: number): Promise<ListSnapshot[]>
  listEntries(snapshotId: string): AsyncIterable<ListEntry>
  matches(list: string, keys: readonly string[]): Promise<ListEntry[]>
}
