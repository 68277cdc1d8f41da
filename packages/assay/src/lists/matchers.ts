import {
  type AddressMatcher,
  createAddressMatcher,
  createNameMatcher,
  type NameMatcher,
  type NameReach,
} from '@assay402/core'
import type { ListEntry, ListStore } from '../store/store.js'
import { inUse } from './remove.js'

/** A whole list in memory, for a process that screens much. */
export type LoadedList = {
  readonly snapshot_id: string
  readonly address: AddressMatcher
  readonly name: NameMatcher
}

/** Loads the copy in use of a list; `undefined` when there is none. */
export async function loadList(
  store: ListStore,
  list: string,
): Promise<LoadedList | undefined> {
  const snapshot = inUse(await store.currentList(list))
  if (snapshot === undefined) return undefined
  const names: { name: string; reach: NameReach }[] = []
  const addresses: ListEntry[] = []
  for await (const entry of store.listEntries(snapshot.id)) {
    const { key, family } = entry
    if (family === 'domain' || family === 'host' || family === 'allow')
      names.push({ name: key, reach: family })
    else addresses.push(entry)
  }
  return {
    snapshot_id: snapshot.id,
    address: createAddressMatcher(addresses),
    name: createNameMatcher(names),
  }
}
