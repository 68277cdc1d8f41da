import { describe, expect, test } from 'vitest'
import { connectEngine, openStore } from '../../open-store.js'
import { restoreStore } from '../../restore-store.js'
import { writeArchive } from '../../sql/archive-write.js'
import { migrate, SCHEMA_VERSION, schemaVersion } from '../../sql/migrate.js'
import type { Store } from '../../store.js'
import { FIRST_LISTED, firstVersion } from '../first-version.js'
import { challengeOf, idOf, observationOf, T0 } from '../samples.js'
import type { OpenUnused } from '../subject.js'

export function describeUpgrade(unused: OpenUnused): void {
  describe('migrate', () => {
    test('default: a store of the first version is brought forward by opening it', async () => {
      const place = await unused()
      try {
        await firstVersion(place.where)
        const [one, two] = await Promise.all([
          openStore(place.where),
          openStore(place.where),
        ])
        await expectUpgraded(one)
        await Promise.all([one.close(), two.close()])
      } finally {
        await place.dispose()
      }
    })

    test('behavior: a backup of the first version too', async () => {
      const [place, target] = [await unused(), await unused()]
      try {
        await firstVersion(place.where)
        const engine = await connectEngine(place.where)
        await writeArchive(engine, place.file('old.backup'))
        await engine.close()
        await restoreStore(place.file('old.backup'), target.where)
        const store = await openStore(target.where)
        await expectUpgraded(store)
        await store.close()
      } finally {
        await place.dispose()
        await target.dispose()
      }
    })

    test('behavior: step by step, and no further than asked', async () => {
      const place = await unused()
      const engine = await connectEngine(place.where)
      try {
        expect(await engine.read(schemaVersion)).toBe(0)
        await migrate(engine, 1)
        expect(await engine.read(schemaVersion)).toBe(1)
        await migrate(engine)
        await migrate(engine)
        expect(await engine.read(schemaVersion)).toBe(SCHEMA_VERSION)
      } finally {
        await engine.close()
        await place.dispose()
      }
    })
  })
}

async function expectUpgraded(store: Store): Promise<void> {
  expect(await store.evidence(idOf(1))).toEqual(challengeOf(1))
  expect(await store.matches('ofac', ['k1'])).toEqual([
    { key: 'k1', family: 'evm', entry: 'e' },
  ])
  // The same content is known to be stored since before snapshots shared it.
  await store.saveList(
    {
      id: 'later',
      list: 'ofac',
      source_url: 'u',
      fetched_at: T0 + 1,
      published_at: null,
      sha256: 'digest',
      count: 1,
      parser: '1',
      status: 'good',
      detail: '',
    },
    [],
  )
  expect(await store.matches('ofac', ['k1'])).toHaveLength(1)
  expect(await store.watchesOf('me')).toEqual([])
  const { entries } = await store.directory({ sort: 'score', limit: 9 })
  expect(entries).toEqual([
    {
      endpoint: await store.endpoint(FIRST_LISTED.resource_id),
      category: 'Uncategorized',
      score: 64,
      network: 'eip155:8453',
      price_atomic: '2',
      pay_to: observationOf(1).pay_to,
      last_probed_at: null,
    },
  ])
  expect(await store.trackedWallets('eip155:8453', null, 9)).toHaveLength(1)
}
