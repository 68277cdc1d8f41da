import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { challengeBench } from './challenge.js'
import { crawlBench } from './crawl.js'
import { destinationBench } from './destination.js'
import { guardBench } from './guard.js'
import { listsBench } from './lists.js'
import { liveCheckBench } from './live-check.js'
import type { BenchOptions, Row } from './row.js'
import { rulebooksBench } from './rulebooks.js'
import { serveBench } from './serve.js'
import { settlementsBench } from './settlements.js'
import { storeBench } from './store.js'

// Every figure is a ratio against a named baseline of the same run.
//   npm run bench                  all
//   npm run bench -- challenge     one
//   npm run bench -- --smoke       short, for CI: never fails on a time

const BENCHES = {
  challenge: challengeBench,
  rulebooks: rulebooksBench,
  destination: destinationBench,
  guard: guardBench,
  lists: listsBench,
  settlements: settlementsBench,
  'live-check': liveCheckBench,
  crawl: crawlBench,
  store: storeBench,
  serve: serveBench,
}

const args = process.argv.slice(2)
const smoke = args.includes('--smoke')
const chosen = args.filter((arg) => !arg.startsWith('--'))
const options: BenchOptions = smoke
  ? { milliseconds: 40, rounds: 1 }
  : { milliseconds: 500, rounds: 3 }

const rows: Row[] = []
for (const [name, bench] of Object.entries(BENCHES)) {
  if (chosen.length > 0 && !chosen.includes(name)) continue
  const measured = await bench(options)
  rows.push(
    ...measured.map((row) => ({ ...row, repeat: `npm run bench -- ${name}` })),
  )
}

console.table(
  rows.map(({ what, measured, target, ratio, baseline }) => ({
    what,
    measured,
    target,
    ratio: ratio === null ? '–' : ratio.toFixed(2),
    baseline,
  })),
)
const file = join(import.meta.dirname, 'results.json')
mkdirSync(import.meta.dirname, { recursive: true })
writeFileSync(
  file,
  `${JSON.stringify({ node: process.version, rows }, null, 2)}\n`,
)
console.log('also as JSON: bench/results.json')
