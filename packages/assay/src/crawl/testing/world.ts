import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { resourceId } from '@assay402/core'
import type { Listing, Store } from '../../store/store.js'
import {
  type CrawlOptions,
  type CrawlProgress,
  type CrawlTools,
  crawl,
} from '../crawl.js'
import { type Answer, openSellers, type Sellers } from './sellers.js'

/** A store and its sellers under one clock that runs ahead when nobody works. */
export type SmallWorld = {
  readonly sellers: Sellers
  readonly tools: CrawlTools
  readonly list: (urls: readonly string[], source?: string) => Promise<void>
  readonly crawl: (options?: Partial<CrawlOptions>) => Promise<CrawlProgress>
  readonly advance: (ms: number) => Promise<void>
}

const STEP_MS = 1_000

/** Begins in the middle of a slot. */
export const BEGINNING = Date.UTC(2026, 10, 30, 13, 0, 0)

export async function smallWorld(
  store: Store,
  answer?: Answer,
): Promise<SmallWorld> {
  await store.setClockOffset(0)
  const base = BEGINNING - (await store.now())
  let ahead = 0
  const clock = () => performance.now() + ahead
  const sellers = await openSellers(clock, answer)
  const advance = async (ms: number) => {
    ahead += ms
    await store.setClockOffset(base + ahead)
  }
  await advance(0)
  const tools: CrawlTools = {
    store,
    fetch: sellers.fetch,
    clock,
    randomBytes,
    // Time is skipped only while no request is under way, and in large steps.
    sleep: async (ms) => {
      await sleep(1)
      if (sellers.busy() === 0) await advance(Math.max(ms, STEP_MS))
    },
  }
  return {
    sellers,
    tools,
    advance,
    list: (urls, source) => listUrls(store, urls, source),
    crawl: (options = {}) =>
      crawl({ mode: 'pass', worker: 'w1', concurrency: 32, ...options }, tools),
  }
}

/** Lists GET resources by their URLs in one complete pass of a source. */
export async function listUrls(
  store: Store,
  urls: readonly string[],
  source = 'test',
): Promise<void> {
  const now = await store.now()
  const pass = await store.beginPass(source, now)
  const listings = urls.map((url) => listingOf(url, source))
  for (let from = 0; from < listings.length; from += 1_000)
    await store.recordListings(pass, listings.slice(from, from + 1_000), now)
  await store.finishPass(pass, {
    finished_at: now,
    reported_total: urls.length,
    read: urls.length,
    kept: urls.length,
    excluded: {},
    status: 'complete',
    detail: '',
  })
}

function listingOf(url: string, source: string): Listing {
  const resource = `GET ${url}`
  return {
    source,
    resource_id: resourceId(resource),
    resource,
    url,
    method: 'GET',
    catalog_key: url,
    host: new URL(url).origin,
    type: 'http',
    offers: [],
    title: null,
    description: null,
    tags: [],
    sample_body: null,
    total_calls_30d: null,
    unique_payers_30d: null,
  }
}
