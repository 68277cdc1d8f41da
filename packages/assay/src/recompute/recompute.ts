import { readCatalogs } from '../known/read.js'
import type { Endpoint, Store } from '../store/store.js'
import { type DueHost, updateHosts } from './hosts.js'
import { inBatches } from './in-batches.js'
import { updateMarkets } from './markets.js'
import { savePins } from './pins.js'
import { updateQuotes } from './quotes.js'

/** What was computed anew. */
export type Recomputed = {
  /** Resources with observations since, listed or not. */
  readonly changed: readonly string[]
  readonly endpoints: number
  readonly hosts: number
  readonly categories: number
  /** Endpoints that only their category's new median touched. */
  readonly repriced: number
}

export type RecomputeOptions = {
  /** The store's time: the moment that the scores are as of. */
  readonly now: number
  /** Observations after it are new; where the last run ended when absent. */
  readonly since?: number | undefined
}

/** Looks are written a while after they were made. */
const OVERLAP_MS = 600_000

/** More resources than any store holds. */
const ALL = 10_000_000

const RUN = 'recompute'

/**
 * Computes medians, reputation and endpoint-health anew for what was observed
 * since, and for what a moved median touches; not for everything.
 */
export async function recompute(
  store: Store,
  { now, since }: RecomputeOptions,
): Promise<Recomputed> {
  const from = since ?? (await lastRun(store, now))
  const changed = await store.observedSince(from, ALL)
  const endpoints = await readEndpoints(store, changed)
  const catalogs = await readCatalogs(store)
  const categories = await updateQuotes(store, endpoints, catalogs, now)
  const touched = await updateMarkets(store, categories, now)
  const known = new Set(changed)
  const repriced = await readEndpoints(
    store,
    touched.filter((id) => !known.has(id)),
  )
  await savePins(store, endpoints, from, now)
  const hosts = dueHosts(endpoints, repriced)
  await updateHosts(store, hosts, now)
  await store.saveScore({
    rulebook: RUN,
    version: '1',
    subject: RUN,
    as_of: now,
    score: null,
    output: null,
  })
  return {
    changed,
    endpoints: endpoints.length,
    hosts: hosts.filter(({ scope }) => scope === 'host').length,
    categories: categories.size,
    repriced: repriced.length,
  }
}

async function lastRun(store: Store, now: number): Promise<number> {
  const last = await store.scoreOf(RUN, RUN)
  if (last === undefined) return 0
  // By a clock that has since been set back: when that run was is not known.
  return last.as_of > now + OVERLAP_MS ? 0 : last.as_of - OVERLAP_MS
}

async function readEndpoints(
  store: Store,
  ids: readonly string[],
): Promise<Endpoint[]> {
  const found = await inBatches(ids, (id) => store.endpoint(id))
  return found.filter((endpoint) => endpoint !== undefined)
}

function dueHosts(
  changed: readonly Endpoint[],
  repriced: readonly Endpoint[],
): DueHost[] {
  const hosts = new Map<string, DueHost & { due: Map<string, Endpoint> }>()
  const add = (endpoint: Endpoint, scope: DueHost['scope']) => {
    const { host, resource_id } = endpoint
    const known = hosts.get(host)
    if (known === undefined)
      hosts.set(host, { host, scope, due: new Map([[resource_id, endpoint]]) })
    else known.due.set(resource_id, endpoint)
  }
  // The changed ones first: their hosts are computed whole.
  for (const endpoint of changed) add(endpoint, 'host')
  for (const endpoint of repriced) add(endpoint, 'endpoints')
  return [...hosts.values()]
}
