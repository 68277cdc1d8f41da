import { resourceId } from '@assay402/core'
import type { CatalogStore } from '../store/store.js'

/**
 * Whether the crawler looks at what is watched: it looks at what some catalog
 * lists. A watch on anything else tells of list matches alone.
 */
export async function isLookedAt(
  store: Pick<CatalogStore, 'endpoint' | 'endpointsOfHost'>,
  subject: string,
): Promise<boolean> {
  if (!subject.includes(' '))
    return (await store.endpointsOfHost(subject)).length > 0
  return (await store.endpoint(resourceId(subject))) !== undefined
}
