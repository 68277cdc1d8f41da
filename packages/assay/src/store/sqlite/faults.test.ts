import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { StoreFault, StoreUnavailable } from '../errors.js'
import { openStore } from '../open-store.js'
import { idOf, storedChallenge } from '../testing/samples.js'
import { sqliteUnused, subjectIn } from '../testing/subject.js'

describe('openStore on SQLite', () => {
  test('behavior: a writer waits for another process, without holding the event loop', async () => {
    const { store, where, dispose } = await subjectIn(sqliteUnused)
    const release = await holdLock(where, 700)
    let turns = 0
    const ticking = setInterval(() => {
      turns += 1
    }, 10)
    const added = await store.appendEvidence([storedChallenge(1)])
    clearInterval(ticking)
    expect([added, turns > 5]).toEqual([1, true])
    await release
    await dispose()
  })

  test('behavior: a reader does not wait', async () => {
    const { store, where, dispose } = await subjectIn(sqliteUnused)
    await store.appendEvidence([storedChallenge(1)])
    const ended = holdLock(where, 1_500)
    await ended
    expect((await store.evidence(idOf(1)))?.id).toBe(idOf(1))
    await dispose()
  })

  test('behavior: held for more than 5 s it is busy, and later it goes on', async () => {
    const { store, where, dispose } = await subjectIn(sqliteUnused)
    const { gone } = await holder(where, 6_500)
    await expect(store.appendEvidence([storedChallenge(1)])).rejects.toThrow(
      StoreUnavailable,
    )
    await gone
    expect(await store.appendEvidence([storedChallenge(1)])).toBe(1)
    await dispose()
  })

  test('behavior: a full disk is told, nothing is half-written, and it goes on', async () => {
    const { where, dispose } = await sqliteUnused()
    const first = await openStore(where)
    await first.appendEvidence([storedChallenge(0)])
    await first.close()
    const full = await openStore(where, { maxBytes: 600_000 })
    let stored = 1
    const error = await (async () => {
      for (;;) {
        const batch = Array.from({ length: 50 }, (_, i) =>
          storedChallenge(stored + i),
        )
        stored += await full.appendEvidence(batch)
      }
    })().catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(StoreUnavailable)
    expect(String(error)).toMatch(/disk is full/)
    expect(await full.evidenceFrom(0, 9_999)).toHaveLength(stored)
    await full.close()
    const roomy = await openStore(where)
    expect(await roomy.appendEvidence([storedChallenge(stored)])).toBe(1)
    expect(await roomy.evidenceFrom(0, 9_999)).toHaveLength(stored + 1)
    await roomy.close()
    await dispose()
  }, 60_000)

  test('throws on a file that is no database', async () => {
    const { where, file, dispose } = await sqliteUnused()
    await writeFile(where, 'this is not a database, and long enough '.repeat(9))
    await expect(openStore(where)).rejects.toThrow(StoreFault)
    await expect(openStore(file('.'))).rejects.toThrow()
    await dispose()
  })
})

/** Resolves when another process holds the write lock; it ends after `forMs`. */
async function holdLock(where: string, forMs: number): Promise<void> {
  await holder(where, forMs)
}

async function holder(where: string, forMs: number) {
  const child = spawn(process.execPath, ['-e', HOLD, where, String(forMs)], {
    // better-sqlite3 is found from here.
    cwd: dirname(fileURLToPath(import.meta.url)),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const gone = once(child, 'close')
  await once(child.stdout, 'data')
  return { gone }
}

const HOLD = `
  const database = require('better-sqlite3')(process.argv[1])
  database.exec('begin immediate')
  console.log('held')
  setTimeout(() => database.exec('rollback'), Number(process.argv[2]))
`
