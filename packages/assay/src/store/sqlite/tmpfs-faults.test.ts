import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { StoreUnavailable } from '../errors.js'
import { openStore } from '../open-store.js'
import { challengeOf, idOf, storedChallenge } from '../testing/samples.js'

const folder = mkdtempSync(join(tmpdir(), 'assay-full-'))
const mounted = mount('size=3m')
const named = mounted ? '' : ' (skipped: no tmpfs can be mounted here)'

afterAll(() => {
  if (mounted) execFileSync('umount', [folder])
  rmSync(folder, { recursive: true, force: true })
})

describe.skipIf(!mounted)(`SQLite on a full disk${named}`, () => {
  test('behavior: told clearly, nothing acknowledged is lost, and it goes on when there is room', async () => {
    const where = join(folder, 'assay.db')
    const store = await openStore(where)
    let stored = 0
    const error = await (async () => {
      for (;;) {
        const batch = Array.from({ length: 20 }, (_, i) =>
          storedChallenge(stored + i),
        )
        stored += await store.appendEvidence(batch)
      }
    })().catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(StoreUnavailable)
    expect(String(error)).toMatch(/disk is full/)
    expect(stored).toBeGreaterThan(0)
    // What is there can be read while it is full.
    expect(await store.evidence(idOf(stored - 1))).toEqual(
      challengeOf(stored - 1),
    )
    expect(await store.evidence(idOf(stored))).toBeUndefined()
    mount('remount,size=32m')
    expect(await store.appendEvidence([storedChallenge(stored)])).toBe(1)
    await store.close()
    const again = await openStore(where)
    expect(await again.evidenceFrom(0, 99_999)).toHaveLength(stored + 1)
    await again.close()
  }, 60_000)
})

function mount(options: string): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder], {
      stdio: 'ignore',
    })
    return true
  } catch {
    return false
  }
}
