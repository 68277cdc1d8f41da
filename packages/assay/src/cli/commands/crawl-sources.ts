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
    wait: (ms: number, signal?: AbortSignal) => waitFor(ms, world, signal),
  }
  return names.map((name) => {
    if (name === 'bazaar') return createBazaarSource(tools)
    if (name === 'x402scan') return createScanSource({ ...tools, admit })
    if (/^https?:\/\//.test(name))
      return createFacilitatorSource({ ...tools, baseUrl: name })
    return createFileSource({ path: name })
  })
}

/** An interrupt does not wait for what a source asked for. */
async function waitFor(
  ms: number,
  { sleep }: Pick<World, 'sleep'>,
  signal: AbortSignal | undefined,
): Promise<void> {
  for (let left = ms; left > 0 && !signal?.aborted; left -= NAP_MS)
    await sleep(Math.min(left, NAP_MS))
}

const NAP_MS = 1_000
