import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  createDialer,
  createSafeFetch,
} from '../packages/assay/dist/collect/index.js'
import { crawl } from '../packages/assay/dist/crawl/crawl.js'
import { openStore } from '../packages/assay/dist/store/index.js'

// Crawls a store to its end in a process of its own, without a loader, so that
// its memory is its own: the largest resident size of each tenth of the run.
const [file, port] = process.argv.slice(2)
const store = await openStore(file)
const dial = createDialer()
const clock = () => performance.now()
const fetch = createSafeFetch({
  userAgent: 'assay/bench (+https://assay.test)',
  clock,
  resolver: async () => [{ address: '93.184.215.14', family: 4 }],
  dialer: ({ host }, signal) =>
    dial({ protocol: 'http:', ip: '127.0.0.1', port, host }, signal),
})
const samples = []
const timer = setInterval(() => samples.push(process.memoryUsage.rss()), 50)
const start = clock()
const { looked } = await crawl(
  { mode: 'pass', worker: 'bench', concurrency: 64, policy: { gapMs: 0 } },
  { store, fetch, clock, sleep, randomBytes },
)
const seconds = (clock() - start) / 1_000
clearInterval(timer)
await store.close()
const tenth = Math.max(1, Math.floor(samples.length / 10))
const tenths = Array.from({ length: 10 }, (_, i) =>
  Math.max(0, ...samples.slice(i * tenth, (i + 1) * tenth)),
)
const rss = process.resourceUsage().maxRSS * 1_024
console.log(JSON.stringify({ looked, seconds, rss, tenths }))
