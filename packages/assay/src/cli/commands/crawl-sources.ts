import type { SafeFetch } from '../../collect/index.js'
import {
  type CatalogSource,
  createBazaarSource,
  createFacilitatorSource,
  createFileSource,
  createScanSource,
} from '../../sources/index.js'
import type { World } from '../world.js'

export type SourceContext = {
  readonly fetch: SafeFetch
  readonly world: World
  readonly admit: (url: string, signal?: AbortSignal) => Promise<boolean>
}

/**
 * The sources of a crawl: `bazaar`, `x402scan`, a facilitator's address, or a
 * file or folder. None given: what the store lists already.
 */
export function crawlSources(
  names: readonly string[],
  { fetch, world, admit }: SourceContext,
): CatalogSource[] {
  const tools = {
    fetch,
    now: world.now,
    wait: (ms: number) => world.sleep(ms),
  }
  return names.map((name) => {
    if (name === 'bazaar') return createBazaarSource(tools)
    if (name === 'x402scan') return createScanSource({ ...tools, admit })
    if (/^https?:\/\//.test(name))
      return createFacilitatorSource({ ...tools, baseUrl: name })
    return createFileSource({ path: name })
  })
}
