import type { SafeFetch } from '../collect/index.js'
import type { Registrations } from '../inspect/registrations.js'
import { collectRegistrations } from '../recompute/collect-registrations.js'
import { recompute } from '../recompute/recompute.js'
import type { Store } from '../store/store.js'
import { deliverDue } from '../watch/deliver.js'
import { deriveEvents } from '../watch/derive.js'
import { listNews } from '../watch/list-news.js'

export type AfterLooksTools = {
  readonly store: Store
  readonly fetch: SafeFetch
  readonly registrations: Registrations
  readonly now: () => number
  readonly sleep: (ms: number) => Promise<void>
  readonly newId: () => string
  readonly signal?: AbortSignal | undefined
}

export type AfterLooks = {
  readonly judged: number
  readonly registrations: number
  readonly events: number
  readonly delivered: number
}

/** Registries asked after one round at most, one a second. */
const REGISTRATIONS = 120

/**
 * What follows from new looks: domains are looked up, what changed is judged
 * anew, watchers are told.
 */
export async function afterLooks(tools: AfterLooksTools): Promise<AfterLooks> {
  const { store } = tools
  // Looks have the store's time: by another clock some would be missed.
  const first = await recompute(store, { now: await store.now() })
  const registrations = await collectRegistrations(
    store,
    first.changed,
    REGISTRATIONS,
    tools,
  )
  // A date that has just come to be known is part of the health.
  if (registrations > 0) await recompute(store, { now: await store.now() })
  const telling = { now: await store.now(), newId: tools.newId }
  const events =
    (await deriveEvents(store, first.changed, telling)) +
    (await listNews(store, telling))
  const { delivered } = await deliverDue(tools)
  return { judged: first.endpoints, registrations, events, delivered }
}
