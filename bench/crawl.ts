import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Client } from 'undici'
import {
  createDialer,
  isRefusal,
  readTarget,
} from '../packages/assay/dist/collect/index.js'
import { checkedAddresses } from '../packages/assay/dist/collect/net/checked-addresses.js'
import { observationOf } from '../packages/assay/dist/crawl/observation.js'
import {
  type ObservedEvidence,
  openStore,
  type Store,
} from '../packages/assay/dist/store/index.js'
import {
  CONCURRENCY,
  crawlAll,
  HOSTS,
  listEndpoints,
  type Sellers,
  startSellers,
} from './crawl-world.js'
import type { BenchOptions, Row } from './row.js'

/** The crawler against bare undici, its memory, and how close it is to its limit. */
export async function crawlBench(
  options: BenchOptions,
): Promise<Omit<Row, 'repeat'>[]> {
  const long = options.rounds > 1
  const sellers = await startSellers()
  const folder = await mkdtemp(join(tmpdir(), 'assay-bench-'))
  try {
    return [
      await speedRow(sellers, folder, long ? 6_000 : 500, options.rounds),
      await memoryRow(sellers, folder, long ? 100_000 : 1_000),
      await politeRow(sellers, folder, long ? 1_000 : 50, long ? 60 : 11),
    ]
  } finally {
    sellers.end()
    await rm(folder, { recursive: true, force: true })
  }
}

async function speedRow(
  sellers: Sellers,
  folder: string,
  endpoints: number,
  rounds: number,
): Promise<Omit<Row, 'repeat'>> {
  const ours: Timed<number>[] = []
  const bare: Timed<number>[] = []
  // In turns, so that neither has the quieter machine; the first is for the
  // compiler.
  for (let round = 0; round <= rounds; round++) {
    const folderOf = (name: string) => join(folder, `${name}${round}.db`)
    const store = await openStore(folderOf('speed'))
    await listEndpoints(store, HOSTS, endpoints)
    const mine = await timed(async () => {
      const { requests } = await crawlAll(store, sellers.port, 0)
      return requests
    })
    const looks = await looksOf(store, endpoints)
    await store.close()
    const bareStore = await openStore(folderOf('bare'))
    const theirs = await timed(() =>
      bareCrawl(sellers.port, mine.value, bareStore, looks),
    )
    await bareStore.close()
    if (round === 0) continue
    ours.push(mine)
    bare.push(theirs)
  }
  return {
    what: `crawl, politeness off, ${HOSTS} hosts, ${endpoints} endpoints`,
    target: '≥ 70 % of the baseline',
    measured: ratesOf(ours),
    // By processor time, which other work on the machine does not change.
    ratio: bestCpuRate(ours) / bestCpuRate(bare),
    baseline: `bare undici, same connector, same bytes to SQLite: ${ratesOf(bare)}`,
  }
}

function ratesOf(runs: readonly Timed<number>[]): string {
  const best = Math.max(...runs.map(({ value, seconds }) => value / seconds))
  return `${Math.round(best)}/s, ${Math.round(bestCpuRate(runs))}/s of processor time`
}

function bestCpuRate(runs: readonly Timed<number>[]): number {
  return Math.max(...runs.map(({ value, cpuSeconds }) => value / cpuSeconds))
}

async function memoryRow(
  sellers: Sellers,
  folder: string,
  endpoints: number,
): Promise<Omit<Row, 'repeat'>> {
  const file = join(folder, 'memory.db')
  const store = await openStore(file)
  await listEndpoints(store, HOSTS, endpoints)
  await store.close()
  const script = join(import.meta.dirname, 'crawl-process.mjs')
  const { stdout } = await promisify(execFile)(process.execPath, [
    ...[script, file],
    String(sellers.port),
  ])
  const { looked, seconds, rss, tenths } = JSON.parse(stdout)
  const megabytes = (bytes: number) => Math.round(bytes / 1e6)
  return {
    what: `crawl, memory over ${endpoints} endpoints`,
    target: '< 300 MB, flat',
    measured: `${megabytes(rss)} MB resident; by tenths of the run ${tenths.map(megabytes).join(' ')}; ${Math.round(looked / seconds)} endpoints/s`,
    ratio: null,
    baseline: '–',
  }
}

async function politeRow(
  sellers: Sellers,
  folder: string,
  hosts: number,
  seconds: number,
): Promise<Omit<Row, 'repeat'>> {
  const store = await openStore(join(folder, 'polite.db'))
  await listEndpoints(store, hosts, hosts * 20)
  await sellers.count()
  const stop = AbortSignal.timeout(seconds * 1_000)
  await crawlAll(store, sellers.port, 10_000, stop)
  const { requests, leastGap } = await sellers.count()
  await store.close()
  // Turns that begin within the time: one at once, then one each gap.
  const possible = hosts * (Math.floor((seconds - 0.001) / 10) + 1)
  return {
    what: `crawl, politeness on, ${hosts} hosts, ${seconds} s`,
    target: '≥ 95 % of the limit, no host early',
    measured: `${requests} requests; least gap ${((leastGap ?? 0) / 1_000).toFixed(3)} s`,
    ratio: requests / possible,
    baseline: `hosts ÷ 10 s: ${possible} requests`,
  }
}

/** Looks in one transaction, about as many as the crawler's groups have. */
const GROUP = 128

const POLICY = { ports: 'named' as const, allowed: new Set<string>() }
const PUBLIC = async () => [{ address: '93.184.215.14', family: 4 }]

/**
 * The same requests, each over a connection of its own, and the bytes that the
 * crawler stored, once more.
 */
async function bareCrawl(
  port: number,
  requests: number,
  store: Store,
  looks: readonly ObservedEvidence[],
): Promise<number> {
  const dial = createDialer()
  let waiting: ObservedEvidence[] = []
  let next = 0
  const flush = () => {
    const group = waiting
    waiting = []
    return store.appendObserved(group)
  }
  const worker = async () => {
    while (next < requests) {
      const n = next++
      const { signal } = new AbortController()
      const target = readTarget(`https://h${n % HOSTS}.example/`, POLICY)
      if (isRefusal(target)) throw new Error(target.detail)
      await checkedAddresses(target, PUBLIC)
      const at = { ip: '127.0.0.1', port, host: target.host }
      const socket = await dial({ protocol: 'http:', ...at }, signal)
      const client = new Client(`http://127.0.0.1:${port}`, {
        connect: (_, connected) =>
          queueMicrotask(() => connected(null, socket)),
      })
      const { body } = await client.request({
        path: n < looks.length ? `/${n}` : '/robots.txt',
        method: 'GET',
        headers: { host: `h${n % HOSTS}.example` },
      })
      await body.arrayBuffer()
      await client.destroy()
      const look = looks[n]
      if (look !== undefined) waiting.push(look)
      if (waiting.length >= GROUP) await flush()
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, worker))
  await flush()
  return requests
}

/** What a crawl has stored, ready to be stored elsewhere. */
async function looksOf(
  store: Store,
  most: number,
): Promise<ObservedEvidence[]> {
  const looks: ObservedEvidence[] = []
  let after = 0
  while (looks.length < most) {
    const page = await store.evidenceFrom(after, 500)
    if (page.length === 0) break
    for (const { position, record } of page) {
      after = position
      const observation = observationOf(record)
      if (observation !== undefined)
        looks.push({ evidence: { record, key: record.id }, observation })
    }
  }
  return looks
}

type Timed<T> = {
  readonly value: T
  readonly seconds: number
  readonly cpuSeconds: number
}

async function timed<T>(run: () => Promise<T>): Promise<Timed<T>> {
  const start = performance.now()
  const before = process.cpuUsage()
  const value = await run()
  const { user, system } = process.cpuUsage(before)
  return {
    value,
    seconds: (performance.now() - start) / 1_000,
    cpuSeconds: (user + system) / 1e6,
  }
}
