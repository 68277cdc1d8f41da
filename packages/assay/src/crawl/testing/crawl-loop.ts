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
      finishVisits: async (visits) => {
        const { evidence, looks } = visits
        const added = await store.finishVisits(visits)
        said(evidence.map(({ record }) => record.id))
        // Looks that another worker had already are not ours to claim.
        if (added === looks.length)
          said(looks.map((look) => look.evidence.record.id))
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
