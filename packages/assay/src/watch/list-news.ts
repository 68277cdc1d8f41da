import { isObject, resourceId } from '@assay402/core'
import { FACILITATOR_LIST, OFAC_LIST } from '../lists/policy.js'
import { feedsOf } from '../lists/screening.js'
import type { Store } from '../store/store.js'
import { type DeriveTools, deriveEvents } from './derive.js'

/** Under which the state of a watch would stand; no resource reads like it. */
const MEMORY = 'lists'

/**
 * Tells those who watch a resource or a host what new copies of the lists say
 * of it and of the wallet that it asks to pay, without waiting for the next
 * look at it. Does nothing while the copies are the same as when it was run
 * last, in whatever process. Returns how many events were new.
 */
export async function listNews(
  store: Store,
  tools: DeriveTools,
): Promise<number> {
  const copies = await copiesInUse(store)
  const known = await store.watchState(MEMORY)
  if (isObject(known) && known['copies'] === copies) return 0
  const watched = new Set<string>()
  for (const subject of await store.watchedSubjects(tools.now))
    for (const id of await resourcesOf(store, subject)) watched.add(id)
  const told = await deriveEvents(store, [...watched], tools)
  // Last: after a crash before it the same is told under the same keys.
  await store.saveWatchState(MEMORY, { copies })
  return told
}

async function copiesInUse(store: Store): Promise<string> {
  const lists = [OFAC_LIST, FACILITATOR_LIST, ...(await feedsOf(store))]
  const ids = await Promise.all(
    lists.map(async (list) => (await store.currentList(list))?.id ?? ''),
  )
  return ids.join(' ')
}

/** A resource is a method and a URL, a host has no blank. */
async function resourcesOf(store: Store, subject: string): Promise<string[]> {
  if (subject.includes(' ')) return [resourceId(subject)]
  const endpoints = await store.endpointsOfHost(subject)
  return endpoints.map(({ resource_id }) => resource_id)
}
