import { digestOf } from '@assay402/core'
import type { ListSnapshot } from '../store/store.js'
import type { UpdateTools } from './update.js'

const REMOVED = 'removed'

/** Takes a list out of use: what it said no longer counts. History stays. */
export async function removeList(
  list: string,
  { store, now, newId }: Pick<UpdateTools, 'store' | 'now' | 'newId'>,
): Promise<void> {
  const snapshot: ListSnapshot = {
    id: newId(),
    list,
    source_url: '',
    fetched_at: now(),
    published_at: null,
    sha256: digestOf([]),
    count: 0,
    parser: REMOVED,
    status: 'good',
    detail: 'removed by the operator',
  }
  await store.saveList(snapshot, [])
}

/** The copy in use; `undefined` for a list never fetched or removed. */
export function inUse(
  snapshot: ListSnapshot | undefined,
): ListSnapshot | undefined {
  return snapshot?.parser === REMOVED ? undefined : snapshot
}
