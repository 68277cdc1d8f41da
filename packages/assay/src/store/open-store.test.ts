import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { StoreUnavailable } from './errors.js'
import { defaultStorePath, openStore } from './open-store.js'
import { T0 } from './testing/samples.js'

describe('defaultStorePath', () => {
  test.each([
    [{ XDG_DATA_HOME: '/data', HOME: '/home/me' }, '/data/assay/assay.db'],
    [{ HOME: '/home/me' }, '/home/me/.local/share/assay/assay.db'],
    [
      { XDG_DATA_HOME: 'relative', HOME: '/home/me' },
      '/home/me/.local/share/assay/assay.db',
    ],
    [{ XDG_DATA_HOME: '', HOME: '/h' }, '/h/.local/share/assay/assay.db'],
  ])('%j', (env, expected) => {
    expect(defaultStorePath(env)).toBe(expected)
  })
})

describe('openStore', () => {
  test('default: makes its folder and file for the owner alone', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'assay-open-'))
    const file = join(folder, 'share', 'assay', 'assay.db')
    const store = await openStore(file)
    const mode = async (path: string) => (await stat(path)).mode & 0o777
    expect(await mode(join(folder, 'share', 'assay'))).toBe(0o700)
    expect(await mode(file)).toBe(0o600)
    expect(store.dialect).toBe('sqlite')
    await store.close()
    await rm(folder, { recursive: true })
  })

  test('behavior: in memory, with the clock of a test', async () => {
    const store = await openStore(':memory:', { now: () => T0 })
    const now = await store.now()
    expect(now).toBeGreaterThanOrEqual(T0)
    expect(now).toBeLessThan(T0 + 5_000)
    await store.close()
  })

  test('throws StoreUnavailable when PostgreSQL does not answer', async () => {
    await expect(
      openStore('postgres://nobody@127.0.0.1:1/none'),
    ).rejects.toThrow(StoreUnavailable)
  })
})
