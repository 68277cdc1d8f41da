import { readFile } from 'node:fs/promises'
import { resourceId } from '@assay402/core'
import type { Store } from '../packages/assay/dist/store/index.js'

/** Entries that a catalog is read by. */
export const PAGE = 1_000

const ASSET = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
const NETWORK = 'eip155:8453'
const HOSTS = 500
const WALLETS = 5_000

/** Lists endpoints as a catalog does, page by page; a complete pass. */
export async function listCatalog(store: Store, endpoints: number) {
  const pass = await store.beginPass('bench', await store.now())
  for (const page of pages(endpoints))
    await store.recordListings(pass, page.map(listing), await store.now())
  await store.finishPass(pass, {
    finished_at: await store.now(),
    reported_total: endpoints,
    read: endpoints,
    kept: endpoints,
    excluded: {},
    status: 'complete',
    detail: '',
  })
}

/** One look of the crawler at each endpoint. */
export async function lookAtAll(store: Store, endpoints: number) {
  const now = await store.now()
  for (const page of pages(endpoints))
    await store.recordObservations(page.map((n) => observation(n, now)))
}

/** What a run cost: bytes that were written count also when they were cached. */
export async function costOf(run: () => Promise<unknown>) {
  const written = await bytesWritten()
  const start = performance.now()
  const before = process.cpuUsage()
  await run()
  const { user, system } = process.cpuUsage(before)
  return {
    milliseconds: performance.now() - start,
    cpuMilliseconds: (user + system) / 1_000,
    bytes: (await bytesWritten()) - written,
  }
}

/** How long the event loop was held at most while something ran, in ms. */
export async function longestHold(run: () => Promise<unknown>) {
  let longest = 0
  let last = performance.now()
  const look = () => {
    const now = performance.now()
    longest = Math.max(longest, now - last)
    last = now
  }
  let going = true
  const turn = () => {
    look()
    if (going) setImmediate(turn)
  }
  setImmediate(turn)
  await run()
  look()
  going = false
  return longest
}

function pages(count: number): number[][] {
  return Array.from({ length: Math.ceil(count / PAGE) }, (_, page) =>
    Array.from(
      { length: Math.min(PAGE, count - page * PAGE) },
      (_, i) => page * PAGE + i,
    ),
  )
}

function listing(n: number) {
  const url = urlOf(n)
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
    offers: [
      {
        scheme: 'exact',
        network: NETWORK,
        asset: ASSET,
        pay_to: `0x${String(n % WALLETS).padStart(40, '0')}`,
        price_atomic: String(10_000 + (n % 7) * 1_000),
      },
    ],
    title: null,
    description: `what number ${n} does, in some words `.repeat(6),
    tags: [],
    sample_body: null,
    total_calls_30d: null,
    unique_payers_30d: null,
  }
}

function observation(n: number, at: number) {
  return {
    evidence_id: `ev${n}`,
    resource_id: resourceId(`GET ${urlOf(n)}`),
    at,
    origin: 'crawl' as const,
    result: 'response' as const,
    status: 402,
    challenge: 'valid' as const,
    price_atomic: '10000',
    network: NETWORK,
    asset: ASSET,
    pay_to: `0x${String(n % WALLETS).padStart(40, '0')}`,
    quote_atomic: null,
    quality_code: 'ok',
  }
}

function urlOf(n: number): string {
  return `https://h${n % HOSTS}.example/${n}`
}

// Where the system does not say it, nothing is counted.
async function bytesWritten(): Promise<number> {
  const text = await readFile('/proc/self/io', 'utf8').catch(() => '')
  return Number(/^wchar: (\d+)/m.exec(text)?.[1] ?? 0)
}
