import { randomBytes } from 'node:crypto'
import { writeSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { openStore } from '../../store/open-store.js'
import { crawl } from '../crawl.js'
import { fetchFromSellers } from './sellers.js'

// Crawls a store until it is killed or nothing is due, and says the id of each
// record once the store has acknowledged it. See crawl-child.ts.
const [where, port, gapMs, leaseMs] = process.argv.slice(2)
const store = await openStore(where)
const clock = () => performance.now()
const said = (ids: readonly string[]) =>
  writeSync(1, ids.map((id) => `${id}\n`).join(''))
await crawl(
  {
    mode: 'pass',
    worker: `process ${process.pid}`,
    concurrency: 16,
    policy: {
      gapMs: Number(gapMs),
      leaseMs: Number(leaseMs),
      timeoutMs: 1_000,
      passPatienceMs: Number(leaseMs) * 2,
    },
  },
  {
    store: {
      ...store,
      appendEvidence: async (records) => {
        const added = await store.appendEvidence(records)
        said(records.map(({ record }) => record.id))
        return added
      },
      appendObserved: async (looks) => {
        const added = await store.appendObserved(looks)
        // Looks that another worker had already are not ours to claim.
        if (added === looks.length)
          said(looks.map(({ evidence }) => evidence.record.id))
        return added
      },
    },
    fetch: fetchFromSellers(Number(port), clock),
    clock,
    randomBytes,
    sleep: async (ms) => {
      await sleep(ms)
    },
  },
)
await store.close()
