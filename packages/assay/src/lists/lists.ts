import {
  createSafeFetch,
  createStreamFetch,
  type NameResolver,
  type SafeFetch,
  userAgentOf,
} from '../collect/index.js'
import type { ListStore } from '../store/store.js'
import { SOFTWARE_VERSION } from '../version.js'
import { facilitatorReader } from './facilitators.js'
import { readFeed } from './feeds/read-feed.js'
import { readOfac } from './ofac/read-ofac.js'
import { FACILITATOR_LIST, OFAC_ADVANCED_URL, OFAC_LIST } from './policy.js'
import { inUse } from './remove.js'
import { feedsOf } from './screening.js'
import type { ListDefinition, UpdateTools } from './update.js'

/** What updating all lists uses of the outside. */
export type ListTools = UpdateTools & {
  /** For small answers, whole. */
  readonly ask: SafeFetch
}

export type ListWorld = {
  /** The wall clock, epoch milliseconds. */
  readonly now: () => number
  /** Monotonic milliseconds. */
  readonly clock: () => number
  readonly randomBytes: (count: number) => Uint8Array
  readonly resolver: NameResolver
}

/** The tools of list updates, over one world and store. */
export function createListTools(
  world: ListWorld,
  store: ListStore,
  allowHosts: readonly string[] = [],
): ListTools {
  const { clock, resolver } = world
  const userAgent = userAgentOf(SOFTWARE_VERSION, ABOUT)
  const options = { userAgent, clock, resolver, allowHosts }
  return {
    store,
    fetch: createStreamFetch(options),
    ask: createSafeFetch(options),
    now: world.now,
    newId: () => Buffer.from(world.randomBytes(16)).toString('hex'),
  }
}

/**
 * Every list that is kept up: OFAC's, the facilitators, and the feeds given or
 * remembered, each from where it came last.
 */
export async function updatesOf(
  tools: ListTools,
  sources: {
    readonly ofac?: string | undefined
    /** By the feed's name in the store. */
    readonly feeds?: ReadonlyMap<string, string>
  } = {},
): Promise<ListDefinition[]> {
  const { store, ask } = tools
  const feeds = new Map(sources.feeds)
  for (const list of await feedsOf(store)) {
    const last = inUse(await store.currentList(list))
    if (last !== undefined && !feeds.has(list)) feeds.set(list, last.source_url)
  }
  return [
    {
      list: OFAC_LIST,
      location: sources.ofac ?? OFAC_ADVANCED_URL,
      read: readOfac,
    },
    {
      list: FACILITATOR_LIST,
      location: FACILITATOR_SOURCE,
      read: facilitatorReader({ fetch: ask, store }),
    },
    ...Array.from(feeds, ([list, location]) => ({
      list,
      location,
      read: readFeed,
    })),
  ]
}

const ABOUT = 'https://www.npmjs.com/package/@assay402/assay'
const FACILITATOR_SOURCE = 'https://github.com/Merit-Systems/x402scan'
