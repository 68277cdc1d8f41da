import { resourceId } from '@assay402/core'
import { describe, expect, onTestFinished, test } from 'vitest'
import { SLOT_MS } from '../store/slot.js'
import type { Store } from '../store/store.js'
import {
  postgresUnused,
  type Subject,
  sqliteUnused,
  subjectIn,
} from '../store/testing/subject.js'
import { crawlInChild } from './testing/crawl-child.js'
import { type Arrival, leastGap, openSellers } from './testing/sellers.js'
import { listUrls } from './testing/world.js'

/** `npm run faults` kills more often. */
const KILLS = Number(process.env['ASSAY_FAULT_ROUNDS'] ?? 3)
const GAP_MS = 250
const LEASE_MS = 5_000
const HOSTS = 40

describe.each([
  ['SQLite', () => subjectIn(sqliteUnused)],
  ['PostgreSQL', () => subjectIn(() => postgresUnused())],
])('crawl on %s', (_, open) => {
  test(
    'behavior: kill -9 loses nothing acknowledged, counts nothing twice, asks nobody early',
    async () => {
      const { store, where } = await opened(open)
      const sellers = await openSellers(() => performance.now())
      onTestFinished(() => sellers.close())
      const urls = urlsFor(KILLS)
      // The whole run lies within one slot.
      const now = await store.now()
      await store.setClockOffset(SLOT_MS - (now % SLOT_MS))
      await listUrls(store, urls)
      const args = [where, sellers.port, GAP_MS, LEASE_MS]
      const acknowledged = new Set<string>()
      for (let round = 0; round < KILLS; round++) {
        // Two workers, one of which is killed at some moment of its work.
        const killAfter = (round * 137) % 700
        const children = await Promise.all([
          crawlInChild(args, killAfter),
          crawlInChild(args, killAfter + 200),
        ])
        for (const child of children)
          for (const id of child.acknowledged) acknowledged.add(id)
        await expectNothingLost(store, acknowledged)
      }
      expect(acknowledged.size).toBeGreaterThan(0)
      const last = await crawlInChild(args, undefined)
      expect(last.exitCode).toBe(0)
      for (const url of urls) {
        const rows = await store.observationsOf({
          resource_id: resourceId(`GET ${url}`),
          limit: 9,
        })
        expect(rows).toHaveLength(1)
      }
      expect(await store.coverage(slotOf(await store.now()))).toEqual({
        slot: slotOf(await store.now()),
        listed: urls.length,
        hosts: HOSTS,
        probed: urls.length,
        deferred: 0,
        excluded: {},
      })
      expect(leastGap(sellers.log)).toBeGreaterThanOrEqual(GAP_MS)
      expect(repeats(sellers.log)).toBeLessThanOrEqual(KILLS * 2 * 16)
    },
    30_000 + KILLS * 60_000,
  )
})

async function opened(open: () => Promise<Subject>): Promise<Subject> {
  const subject = await open()
  onTestFinished(() => subject.dispose())
  return subject
}

/** More work than the killed ones can do. */
function urlsFor(kills: number): string[] {
  return Array.from(
    { length: HOSTS * (2 + kills) },
    (_, i) => `https://h${i % HOSTS}.example/${Math.floor(i / HOSTS)}`,
  )
}

async function expectNothingLost(
  store: Store,
  acknowledged: ReadonlySet<string>,
): Promise<void> {
  const stored = new Map<string, string>()
  let after = 0
  for (;;) {
    const page = await store.evidenceFrom(after, 500)
    if (page.length === 0) break
    for (const { position, record } of page) {
      after = position
      expect(stored.has(record.id)).toBe(false)
      stored.set(record.id, record.kind)
    }
  }
  const lost = [...acknowledged].filter((id) => !stored.has(id))
  expect(lost).toEqual([])
}

function slotOf(at: number): number {
  return Math.floor(at / SLOT_MS)
}

/** Endpoints asked more than once: those under way when a worker was killed. */
function repeats(log: readonly Arrival[]): number {
  const asked = log
    .filter(({ path }) => path !== '/robots.txt')
    .map(({ host, path }) => host + path)
  return asked.length - new Set(asked).size
}
