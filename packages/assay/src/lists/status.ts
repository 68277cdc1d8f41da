import { CONFUSABLES_VERSION, PUBLIC_SUFFIX_LIST_VERSION } from '@assay402/core'
import type { ListSnapshot, ListStore } from '../store/store.js'
import { FACILITATOR_LIST, OFAC_LIST } from './policy.js'
import { inUse } from './remove.js'
import { feedsOf, freshness } from './screening.js'

/** One row of `assay lists status`. */
export type ListStatus = {
  readonly list: string
  readonly status: 'fresh' | 'stale' | 'missing' | 'built_in'
  readonly source: string | null
  readonly published_at: string | null
  readonly fetched_at: string | null
  readonly age_seconds: number | null
  readonly sha256: string | null
  readonly count: number | null
  readonly snapshot_id: string | null
  readonly detail: string
  /** The last try that was refused after the copy in use was fetched. */
  readonly refused: { readonly at: string; readonly detail: string } | null
}

/** Every list of the product with its state. `now` in epoch milliseconds. */
export async function listsStatus(
  store: ListStore,
  now: number,
): Promise<ListStatus[]> {
  const history = await store.listHistory(HISTORY)
  const lists = [OFAC_LIST, FACILITATOR_LIST, ...(await feedsOf(store))]
  const rows = await Promise.all(
    lists.map(async (list) => {
      const snapshot = inUse(await store.currentList(list))
      return statusOf(list, snapshot, history, now)
    }),
  )
  return [...rows, ...BUILT_IN]
}

const HISTORY = 1_000

const NOTHING = {
  source: null,
  published_at: null,
  fetched_at: null,
  age_seconds: null,
  sha256: null,
  count: null,
  snapshot_id: null,
  refused: null,
} as const

const BUILT_IN: readonly ListStatus[] = [
  builtIn('public-suffixes', PUBLIC_SUFFIX_LIST_VERSION),
  builtIn('confusables', CONFUSABLES_VERSION),
]

function statusOf(
  list: string,
  snapshot: ListSnapshot | undefined,
  history: readonly ListSnapshot[],
  now: number,
): ListStatus {
  const since = snapshot?.fetched_at ?? Number.NEGATIVE_INFINITY
  const refused = history
    .filter((row) => row.list === list && row.status === 'refused')
    .filter(({ fetched_at }) => fetched_at >= since)
    .reduce<ListSnapshot | undefined>(later, undefined)
  return {
    ...(snapshot === undefined ? missing(list) : present(snapshot, now)),
    refused:
      refused === undefined
        ? null
        : { at: isoOf(refused.fetched_at), detail: refused.detail },
  }
}

function later(a: ListSnapshot | undefined, b: ListSnapshot): ListSnapshot {
  return a !== undefined && a.fetched_at >= b.fetched_at ? a : b
}

function present(snapshot: ListSnapshot, now: number): ListStatus {
  return {
    list: snapshot.list,
    status: freshness(snapshot, now),
    source: snapshot.source_url,
    published_at: snapshot.published_at,
    fetched_at: isoOf(snapshot.fetched_at),
    age_seconds: Math.floor((now - snapshot.fetched_at) / 1_000),
    sha256: snapshot.sha256,
    count: snapshot.count,
    snapshot_id: snapshot.id,
    detail: snapshot.detail,
    refused: null,
  }
}

function missing(list: string): ListStatus {
  return { ...NOTHING, list, status: 'missing', detail: 'never fetched' }
}

function builtIn(list: string, source: string): ListStatus {
  const detail = 'comes with this version of the software'
  return { ...NOTHING, list, source, status: 'built_in', detail }
}

function isoOf(ms: number): string {
  return new Date(ms).toISOString()
}
