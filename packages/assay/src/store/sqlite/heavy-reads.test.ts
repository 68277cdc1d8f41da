import { describe, expect, onTestFinished, test } from 'vitest'
import { connectEngine } from '../open-store.js'
import { SLOT_MS } from '../slot.js'
import { coverage } from '../sql/coverage.js'
import { listingOf, T0 } from '../testing/samples.js'
import { sqliteUnused, subjectIn } from '../testing/subject.js'
import { createCoverageReader } from './heavy-reads.js'

const SLOT = Math.floor(T0 / SLOT_MS)

describe('createCoverageReader', () => {
  test('default: what is counted beside the loop is what is counted on it', async () => {
    const { store, where, dispose } = await subjectIn(sqliteUnused)
    onTestFinished(dispose)
    const pass = await store.beginPass('bazaar', T0)
    const urls = Array.from(
      { length: 2_500 },
      (_, i) => `https://h${i % 50}.example/${i}`,
    )
    await store.recordListings(
      pass,
      urls.map((url) => listingOf(url)),
      T0,
    )
    const engine = await connectEngine(where)
    onTestFinished(() => engine.close())
    const expected = await coverage(engine, SLOT)
    expect(expected).toMatchObject({
      listed: 2_500,
      hosts: 50,
      deferred: 2_500,
    })
    expect(await store.coverage(SLOT)).toEqual(expected)
    const read = createCoverageReader(where)
    const [one, same, other] = await Promise.all([
      read(SLOT),
      read(SLOT),
      read(SLOT - 1),
    ])
    expect(one).toEqual(expected)
    expect(same).toBe(one)
    expect(other).toMatchObject({ slot: SLOT - 1, listed: 0 })
  })

  test('throws what the thread failed of', async () => {
    const { file, dispose } = await sqliteUnused()
    onTestFinished(dispose)
    const read = createCoverageReader(file('missing.db'))
    await expect(read(SLOT)).rejects.toThrow('coverage could not be counted')
  })
})
