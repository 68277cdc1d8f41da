/** One reading of one screening list. */
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

/** One name or address on a list. */
export type ListEntry = {
  /** Lower case for EVM and domains, exact for base58. */
  readonly key: string
  readonly family: string
  readonly entry: string
}

/** Lists, swapped in whole. */
export type ListStore = {
  /** Swaps a validated list in whole, or records why it was refused. */
  saveList(
    snapshot: ListSnapshot,
    entries: AsyncIterable<ListEntry> | Iterable<ListEntry>,
  ): Promise<void>
  currentList(list: string): Promise<ListSnapshot | undefined>
  listHistory(limit: number): Promise<ListSnapshot[]>
  /** In one stable order; kept for the current and the last list before it. */
  listEntries(snapshotId: string): AsyncIterable<ListEntry>
  /** Entries of the current list. */
  matches(list: string, keys: readonly string[]): Promise<ListEntry[]>
}
