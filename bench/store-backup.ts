import { openStore, type Store } from '../packages/assay/dist/store/index.js'
import type { Row } from './row.js'
import { costOf, listCatalog, longestHold, lookAtAll } from './store-world.js'

/** A backup beside another connection that writes without pause. */
export async function backupRow(
  file: string,
  endpoints: number,
): Promise<Omit<Row, 'repeat'>> {
  const store = await openStore(file)
  const other = await openStore(file)
  try {
    await listCatalog(store, endpoints)
    await lookAtAll(store, endpoints)
    const stop = new AbortController()
    const writing = writeUntil(stop.signal, other)
    let held = 0
    const { milliseconds } = await costOf(async () => {
      held = await longestHold(() => store.backup(`${file}.copy`))
    })
    stop.abort()
    const { writes, longest } = await writing
    return {
      what: `backup of ${endpoints} endpoints while another writes`,
      target: 'no writer waits for 1 s',
      measured: `${(milliseconds / 1_000).toFixed(1)} s, event loop held ${held.toFixed(0)} ms; ${writes} writes meanwhile, the longest ${longest.toFixed(0)} ms`,
      ratio: null,
      baseline: '–',
    }
  } finally {
    await Promise.all([store.close(), other.close()])
  }
}

async function writeUntil(signal: AbortSignal, store: Store) {
  let longest = 0
  for (let writes = 0; ; writes++) {
    if (signal.aborted) return { writes, longest }
    const start = performance.now()
    await store.beginPass('beside', writes)
    longest = Math.max(longest, performance.now() - start)
    await new Promise((resolve) => setImmediate(resolve))
  }
}
