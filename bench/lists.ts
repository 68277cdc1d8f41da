import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import {
  createAddressMatcher,
  createNameMatcher,
  listedAddressKey,
} from '@assay402/core'
import { readFeed } from '../packages/assay/dist/lists/feeds/read-feed.js'
import { deniedNames } from './denied-names.js'
import { ratePerSecond } from './measure.js'
import type { BenchOptions, Row } from './row.js'

const MB = 1_000_000

/** OFAC's list by size, addresses matched, feeds loaded. */
export async function listsBench(
  options: BenchOptions,
): Promise<Omit<Row, 'repeat'>[]> {
  const sizes = options.rounds > 1 ? [10 * MB, 30 * MB, 100 * MB] : [5 * MB]
  const rows = []
  for (const size of sizes) rows.push(await ofacRow(size))
  return [...rows, matchRow(options), ...(await feedRows(options))]
}

async function ofacRow(bytes: number): Promise<Omit<Row, 'repeat'>> {
  const script = join(import.meta.dirname, 'lists-process.ts')
  const args = ['--import', 'tsx', script, String(bytes)]
  const { stdout } = await promisify(execFile)(process.execPath, args)
  const { size, seconds, rss, addresses } = JSON.parse(stdout)
  const rate = size / MB / seconds
  return {
    what: `SDN_ADVANCED.XML of ${Math.round(size / MB)} MB, streamed`,
    target: '< 200 MB resident',
    measured: `${Math.round(rss / MB)} MB resident, ${rate.toFixed(1)} MB/s, ${addresses} addresses`,
    ratio: null,
    baseline: '–',
  }
}

function matchRow(options: BenchOptions): Omit<Row, 'repeat'> {
  const addresses = Array.from({ length: 2_000 }, (_, i) =>
    i % 2 === 0
      ? `0x${(i * 7_919).toString(16).padStart(40, 'Ab')}`
      : `1${String(i).padStart(33, '3')}`,
  )
  const match = createAddressMatcher(
    addresses.slice(0, 1_000).map((address) => ({
      key: listedAddressKey(address),
      entry: address,
    })),
  )
  let next = 0
  const rate = ratePerSecond(
    () => match(addresses[next++ % addresses.length] as string),
    options,
  )
  return {
    what: 'addresses matched against the list',
    target: '> 1 000 000/s',
    measured: `${Math.round(rate)}/s`,
    ratio: null,
    baseline: '–',
  }
}

async function feedRows(options: BenchOptions): Promise<Omit<Row, 'repeat'>[]> {
  const names = deniedNames(50_000)
  const text = Buffer.from(JSON.stringify({ blacklist: names }))
  async function* chunks() {
    yield text
  }
  const start = performance.now()
  const { entries } = await readFeed({
    location: 'feed.json',
    read: (use) => use({ chunks: chunks(), last_modified: null }),
  })
  const milliseconds = performance.now() - start
  const match = createNameMatcher(
    entries.map(({ key }) => ({ name: key, reach: 'domain' })),
  )
  let next = 0
  const hosts = names.map((name, i) =>
    i % 2 === 0 ? `a.b.${name}` : `x${name}`,
  )
  const rate = ratePerSecond(
    () => match(hosts[next++ % hosts.length] as string),
    options,
  )
  return [
    {
      what: 'feed of 50 000 names loaded',
      target: '–',
      measured: `${Math.round(milliseconds)} ms, ${entries.length} entries`,
      ratio: null,
      baseline: '–',
    },
    {
      what: 'host names matched against 50 000 denied',
      target: '–',
      measured: `${Math.round(rate)}/s`,
      ratio: null,
      baseline: '–',
    },
  ]
}
