import { fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { resourceId } from '@assay402/core'
import {
  createDialer,
  createSafeFetch,
} from '../packages/assay/dist/collect/index.js'
import { crawl } from '../packages/assay/dist/crawl/crawl.js'
import type { Store } from '../packages/assay/dist/store/index.js'

export const HOSTS = 500
export const CONCURRENCY = 64

export type Sellers = {
  readonly port: number
  /** Requests since the last count, and the shortest gap of a host. */
  readonly count: () => Promise<{
    readonly requests: number
    readonly leastGap: number | null
  }>
  readonly end: () => void
}

/** Sellers of every name on one loopback port, in a process of their own. */
export async function startSellers(): Promise<Sellers> {
  const child = fork(join(import.meta.dirname, 'crawl-sellers.ts'), [], {
    execArgv: ['--import', 'tsx'],
  })
  const [{ port }] = await once(child, 'message')
  return {
    port,
    count: async () => {
      const answer = once(child, 'message')
      child.send('count')
      return (await answer)[0]
    },
    end: () => child.disconnect(),
  }
}

/** One pass of the crawler over what is due. */
export function crawlAll(
  store: Store,
  port: number,
  gapMs: number,
  signal?: AbortSignal,
) {
  const dial = createDialer()
  const clock = () => performance.now()
  const fetch = createSafeFetch({
    userAgent: 'assay/bench (+https://assay.test)',
    clock,
    resolver: async () => [{ address: '93.184.215.14', family: 4 }],
    dialer: (target, abort) =>
      dial({ ...target, protocol: 'http:', ip: '127.0.0.1', port }, abort),
  })
  return crawl(
    {
      ...{ mode: 'pass', worker: 'bench', concurrency: CONCURRENCY },
      ...{ policy: { gapMs }, signal },
    },
    {
      ...{ store, fetch, clock, randomBytes },
      sleep: async (ms) => {
        await sleep(ms)
      },
    },
  )
}

/** Lists as many endpoints over as many hosts. */
export async function listEndpoints(
  store: Store,
  hosts: number,
  endpoints: number,
): Promise<void> {
  const now = await store.now()
  const pass = await store.beginPass('bench', now)
  for (let from = 0; from < endpoints; from += 1_000) {
    const some = Math.min(1_000, endpoints - from)
    const rows = Array.from({ length: some }, (_, i) =>
      listing(`https://h${(from + i) % hosts}.example/${from + i}`),
    )
    await store.recordListings(pass, rows, now)
  }
}

function listing(url: string) {
  const resource = `GET ${url}`
  return {
    source: 'bench',
    resource_id: resourceId(resource),
    resource,
    url,
    method: 'GET',
    catalog_key: url,
    host: new URL(url).origin,
    type: 'http' as const,
    offers: [],
    title: null,
    description: null,
    tags: [],
    sample_body: null,
    total_calls_30d: null,
    unique_payers_30d: null,
  }
}
