import { statSync } from 'node:fs'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openStore } from '../open-store.js'
import { sqliteUnused, subjectIn } from '../testing/subject.js'

/** Ten turns of a copy and more. */
const FILL = `with recursive n(i) as
    (select 1 union all select i + 1 from n where i < 250)
  insert into bodies select randomblob(32), randomblob(100000) from n`

describe('backup', () => {
  test('default: it ends while another connection writes without pause', async () => {
    const { store, where, file, raw, dispose } = await subjectIn(sqliteUnused)
    onTestFinished(dispose)
    await raw(FILL)
    const other = await openStore(where)
    onTestFinished(() => other.close())
    const stop = new AbortController()
    const writing = writeUntil(stop.signal, other)
    try {
      const copied = store.backup(file('copy.db'))
      const turn = new Promise((resolve) => setTimeout(resolve, 5_000, 'late'))
      expect(await Promise.race([copied, turn])).toBeUndefined()
    } finally {
      stop.abort()
    }
    expect(await writing).toBeGreaterThan(5)
    expect(statSync(file('copy.db')).size).toBeGreaterThan(25_000_000)
    const copy = await openStore(file('copy.db'))
    expect(await copy.passes(1)).toHaveLength(1)
    await copy.close()
  }, 30_000)
})

async function writeUntil(
  signal: AbortSignal,
  store: Awaited<ReturnType<typeof openStore>>,
): Promise<number> {
  for (let writes = 0; ; writes++) {
    if (signal.aborted) return writes
    await store.beginPass('bazaar', writes)
    await new Promise((resolve) => setImmediate(resolve))
  }
}
