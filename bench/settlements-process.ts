import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { readText } from '../packages/assay/dist/settlements/duckdb/connect.js'
import { openDuckDb } from '../packages/assay/dist/settlements/duckdb/engine.js'
import { SCAN_TEXT } from '../packages/assay/dist/settlements/sql/text.js'
import {
  addDay,
  endOf,
  fillMarket,
  type MarketSize,
} from './settlements-ledger.js'
import { followAll } from './settlements-loops.js'

// Fills a market and measures it, in a process of its own so that the memory is
// its own. Prints one line of JSON.
const transfers = Number(process.argv[2])
const size: MarketSize = {
  transfers,
  sellers: Math.min(20_000, Math.ceil(transfers / 100)),
  buyers: Math.min(2_000_000, Math.ceil(transfers / 10)),
  days: 30,
}
const SEED = 402
const DAY_MS = 86_400_000
const folder = mkdtempSync(join(tmpdir(), 'assay-bench-'))
const file = join(folder, 'settlements.duckdb')
try {
  await (await openDuckDb({ file })).close()
  const filled = await seconds(async () => {
    await direct((connection) => fillMarket(connection, size, SEED))
  })
  let engine = await openDuckDb({ file, threads: 2 })
  const addedUp = await seconds(() => engine.refresh())
  const network = 'eip155:8453'
  const window = { after: endOf(size) - 30 * DAY_MS, until: endOf(size) }
  const all = await best(() => engine.allFigures(network, window, []))
  const sums = (await engine.allFigures(network, window, [])).reduce(
    (total, row) => ({
      sellers: total.sellers + 1,
      volume: total.volume + row.volume,
      washed: total.washed + row.washed,
      settlements: total.settlements + row.settlements,
    }),
    { sellers: 0, volume: 0n, washed: 0n, settlements: 0 },
  )
  // Half a day after the last sync: what was kept has to be moved by so much.
  const later = moved(window, 12 * 3_600_000)
  const allLater = await best(() => engine.allFigures(network, later, []))
  const nth = (place: number) => `0x${place.toString(16).padStart(40, '0')}`
  const largest = await best(() => engine.figures(network, nth(1), window, []))
  const middle = await best(() =>
    engine.figures(network, nth(size.sellers >> 1), window, []),
  )
  const largestLater = await best(() =>
    engine.figures(network, nth(1), later, []),
  )
  const middleLater = await best(() =>
    engine.figures(network, nth(size.sellers >> 1), later, []),
  )
  // Nothing of this window is kept: everything is added up for the question.
  const earlier = { after: window.after, until: window.until - 10 * DAY_MS }
  const allUnkept = await seconds(() => engine.allFigures(network, earlier, []))
  const rss = process.resourceUsage().maxRSS * 1_024
  await engine.close()
  const loops = await followAll({
    sellers: size.sellers,
    wallets: size.buyers,
    hops: Math.round(transfers * 0.058),
    payersOfEach: Math.round((transfers * 0.26) / size.sellers),
  })
  let scan = 0
  await direct(async (connection) => {
    const ask = () => readText(connection, SCAN_TEXT, { network: 1, ...window })
    scan = await best(ask)
    await addDay(connection, size, SEED, size.days)
  })
  engine = await openDuckDb({ file, threads: 2 })
  const newDay = await seconds(() => engine.refresh())
  await engine.close()
  console.log(
    JSON.stringify({
      ...size,
      filled,
      addedUp,
      all,
      largest,
      middle,
      allLater,
      largestLater,
      middleLater,
      allUnkept,
      loops,
      scan,
      newDay,
      bytes: statSync(file).size,
      rss,
      sums: Object.fromEntries(
        Object.entries(sums).map(([name, value]) => [name, String(value)]),
      ),
    }),
  )
} finally {
  rmSync(folder, { recursive: true })
}

function moved(
  { after, until }: { readonly after: number; readonly until: number },
  by: number,
) {
  return { after: after + by, until: until + by }
}

async function direct(
  work: (
    connection: Awaited<ReturnType<DuckDBInstance['connect']>>,
  ) => Promise<void>,
): Promise<void> {
  const instance = await DuckDBInstance.create(file, { threads: '2' })
  const connection = await instance.connect()
  await work(connection)
  connection.closeSync()
  instance.closeSync()
}

async function seconds(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return (performance.now() - start) / 1_000
}

async function best(work: () => Promise<unknown>): Promise<number> {
  const times = []
  for (let round = 0; round < 3; round++) times.push(await seconds(work))
  return Math.min(...times)
}
