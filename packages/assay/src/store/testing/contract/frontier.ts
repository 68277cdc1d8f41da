import { resourceId } from '@assay402/core'
import { describe, expect, test } from 'vitest'
import { StoreFault } from '../../errors.js'
import { openStore } from '../../open-store.js'
import { SLOT_MS } from '../../slot.js'
import type { HostLease, Store } from '../../store.js'
import {
  challengeOf,
  listingOf,
  observationOf,
  idOf as recordId,
  storedChallenge,
} from '../samples.js'
import { type OpenSubject, subjectOf } from '../subject.js'

const START = 83_150 * SLOT_MS
const GAP = 10_000
const REQUEST = {
  worker: 'w1',
  limit: 100,
  gapMs: GAP,
  leaseMs: 30_000,
  slotMs: SLOT_MS,
}

export function describeFrontier(open: OpenSubject): void {
  describe('frontier', () => {
    const subject = subjectOf(open)
    const idOf = (url: string) => resourceId(`GET ${url}`)

    test('default: a host with due work is leased once, oldest due first', async () => {
      const { store } = subject()
      expect(await store.nextDue()).toBeUndefined()
      expect(await store.leaseHosts(REQUEST)).toEqual([])
      await setNow(store, START)
      await list(store, START, ['https://a.example/1', 'http://a.example:81/2'])
      await list(store, START - 5, ['https://b.example/'])
      expect(await store.nextDue()).toBe(START - 5)
      const leases = await store.leaseHosts(REQUEST)
      expect(names(leases)).toEqual(['a.example', 'b.example'])
      const a = leases.find(({ host_name }) => host_name === 'a.example')
      expect(a?.due).toHaveLength(2)
      expect(a?.due[0]).toEqual(
        await store.endpoint(a?.due[0]?.resource_id ?? ''),
      )
      expect(a?.lease_until).toBeGreaterThanOrEqual(START + 30_000)
      expect(await store.leaseHosts({ ...REQUEST, worker: 'w2' })).toEqual([])
      expect(await store.frontierCounts()).toEqual({
        due: 3,
        leased: 2,
        hosts: 2,
      })
    })

    test('behavior: given back after its gap, with what is left of it', async () => {
      const { store } = subject()
      await store.releaseHost({
        host_name: 'a.example',
        worker: 'w1',
        done: [
          { resource_id: idOf('https://a.example/1'), due_at: START + SLOT_MS },
        ],
      })
      expect(await store.leaseHosts(REQUEST)).toEqual([])
      await setNow(store, START + GAP - 1_000)
      expect(await store.leaseHosts(REQUEST)).toEqual([])
      await setNow(store, START + GAP + 2_000)
      const [lease, ...none] = await store.leaseHosts(REQUEST)
      expect(none).toEqual([])
      expect(lease?.due.map(({ url }) => url)).toEqual([
        'http://a.example:81/2',
      ])
    })

    test('behavior: the host of a killed worker comes back', async () => {
      const { store } = subject()
      await setNow(store, START + 35_000)
      expect(
        names(await store.leaseHosts({ ...REQUEST, worker: 'w2' })),
      ).toEqual(['b.example'])
      // The first worker is late: it does not end the lease of the second.
      await store.releaseHost({
        host_name: 'b.example',
        worker: 'w1',
        done: [],
      })
      await setNow(store, START + 50_000)
      expect(
        names(await store.leaseHosts({ ...REQUEST, worker: 'w1' })),
      ).toEqual(['a.example'])
    })

    test('behavior: Retry-After moves the next time on, never back', async () => {
      const { store } = subject()
      await store.releaseHost({
        host_name: 'a.example',
        worker: 'w1',
        notBefore: START + 200_000,
        done: [],
      })
      await store.releaseHost({
        host_name: 'a.example',
        worker: 'w1',
        notBefore: START,
        done: [],
      })
      await setNow(store, START + 199_000)
      expect(names(await store.leaseHosts(REQUEST))).toEqual(['b.example'])
      expect(await store.takeTurn('a.example', GAP)).toBe(false)
      await setNow(store, START + 201_000)
      expect(await store.takeTurn('a.example', GAP)).toBe(true)
      expect(await store.takeTurn('a.example', GAP)).toBe(false)
      expect(names(await store.leaseHosts(REQUEST))).toEqual([])
    })

    test('behavior: a turn with a holder is a lease, and renews one', async () => {
      const { store } = subject()
      await setNow(store, START + 240_000)
      await list(store, START + 239_000, ['https://held.example/'])
      const leased = async (worker: string) =>
        names(await store.leaseHosts({ ...REQUEST, worker }))
      const turn = (worker: string) =>
        store.takeTurn('held.example', GAP, { worker, leaseMs: 30_000 })
      expect(await leased('w1')).toContain('held.example')
      await setNow(store, START + 252_000)
      expect(await turn('w2')).toBe(false)
      expect(await store.takeTurn('held.example', GAP)).toBe(false)
      await setNow(store, START + 264_000)
      expect(await turn('w1')).toBe(true)
      await setNow(store, START + 285_000)
      expect(await leased('w2')).not.toContain('held.example')
      await setNow(store, START + 296_000)
      expect(await turn('w2')).toBe(true)
      expect(await leased('w1')).not.toContain('held.example')
      await setNow(store, START + 310_000)
      await store.finishVisits({
        evidence: [],
        looks: [],
        releases: [
          { host_name: 'held.example', worker: 'w2', done: [] },
          { host_name: 'unknown.example', worker: 'w2', done: [] },
        ],
      })
      expect(await leased('w1')).toContain('held.example')
      await store.releaseHost({
        host_name: 'held.example',
        worker: 'w1',
        done: [
          { resource_id: idOf('https://held.example/'), due_at: START * 2 },
        ],
      })
    })

    test('behavior: what a visit saw and its lease end in one transaction', async () => {
      const { store } = subject()
      const resource_id = idOf('https://visited.example/')
      await setNow(store, START + 330_000)
      await list(store, START + 1, ['https://visited.example/'])
      const look = (number: number) => ({
        evidence: { record: challengeOf(number), key: 'visited, slot 1' },
        observation: observationOf(number, { resource_id }),
      })
      const leased = async (worker: string) =>
        names(await store.leaseHosts({ ...REQUEST, worker }))
      const finish = (number: number, notBefore: number) =>
        store.finishVisits({
          evidence: [storedChallenge(9_000 + number)],
          looks: [look(number)],
          releases: [
            {
              host_name: 'visited.example',
              worker: 'w1',
              notBefore,
              done: [{ resource_id, due_at: START + 340_000 }],
            },
          ],
        })
      expect(await leased('w1')).toContain('visited.example')
      expect(await finish(9_001, START + 350_000)).toBe(1)
      // Another worker had looked before: evidence stays, the look is no second.
      expect(await finish(9_002, START + 350_000)).toBe(0)
      const seen = await store.observationsOf({ resource_id, limit: 9 })
      expect(seen.map(({ evidence_id }) => evidence_id)).toEqual([
        recordId(9_001),
      ])
      expect(await store.evidence(recordId(18_002))).toBeDefined()
      await setNow(store, START + 345_000)
      expect(await leased('w2')).not.toContain('visited.example')
      // What cannot be stored gives nothing back.
      const unreadable = { ...challengeOf(9_003), collected_at: 'soon' }
      await expect(
        store.finishVisits({
          evidence: [{ record: unreadable, key: 'unreadable' }],
          looks: [look(9_004)],
          releases: [],
        }),
      ).rejects.toThrow(StoreFault)
      await store.releaseHost({
        host_name: 'visited.example',
        worker: 'w1',
        done: [{ resource_id, due_at: START * 2 }],
      })
    })

    test('behavior: a host that nobody listed takes turns too', async () => {
      const { store } = subject()
      expect(await store.takeTurn('redirected.example', GAP)).toBe(true)
      expect(await store.takeTurn('redirected.example', GAP)).toBe(false)
      expect(await store.takeTurn('odd\0.example', GAP)).toBe(true)
    })

    test('behavior: what was crawled in this slot is not due again in it', async () => {
      const { store } = subject()
      await setNow(store, START + 300_000)
      await list(store, START + 1, ['https://c.example/'])
      await store.recordObservations([
        observationOf(1, {
          resource_id: idOf('https://c.example/'),
          at: START + 299_000,
        }),
      ])
      expect(names(await store.leaseHosts(REQUEST))).not.toContain('c.example')
      await setNow(store, START + SLOT_MS - 1_000)
      expect(names(await store.leaseHosts(REQUEST))).not.toContain('c.example')
      await setNow(store, START + SLOT_MS + 40_000)
      expect(names(await store.leaseHosts(REQUEST))).toContain('c.example')
    })

    test('behavior: what no source lists any more is not due', async () => {
      const { store } = subject()
      const at = START + SLOT_MS + 50_000
      await list(store, at, ['https://b.example/'], 'complete')
      await setNow(store, at + SLOT_MS)
      expect(names(await store.leaseHosts(REQUEST))).toEqual(['b.example'])
      await list(store, at + SLOT_MS, ['https://c.example/'])
      expect(names(await store.leaseHosts(REQUEST))).toEqual(['c.example'])
    })

    test('behavior: two connections never lease a host twice within its gap', async () => {
      const { store, where } = subject()
      await store.setClockOffset(0)
      const urls = Array.from(
        { length: 2_000 },
        (_, i) => `https://many${i}.example/`,
      )
      await list(store, 1, urls)
      const second = await openStore(where)
      try {
        const started = await store.now()
        const all = await Promise.all(
          [store, second, store, second].map((one, i) =>
            leaseAll(one, `worker ${i}`),
          ),
        )
        const leased = all.flat().filter((name) => name.startsWith('many'))
        // None can come round again: the gap is longer than the test.
        expect((await store.now()) - started).toBeLessThan(600_000)
        expect(leased).toHaveLength(2_000)
        expect(new Set(leased).size).toBe(2_000)
      } finally {
        await second.close()
      }
    }, 60_000)

    test('behavior: a clock that was years ahead and is set back holds up nothing', async () => {
      const { store } = subject()
      const before = await store.now()
      const everyone = { ...REQUEST, limit: 10_000 }
      await list(store, before, ['https://ahead.example/1'])
      const ahead = before + 12 * 365 * 4 * SLOT_MS
      await setNow(store, ahead)
      const leases = await store.leaseHosts(everyone)
      const lease = leases.find(
        ({ host_name }) => host_name === 'ahead.example',
      )
      const { resource_id = '' } = lease?.due[0] ?? {}
      const due_at = ahead + SLOT_MS
      await store.releaseHost({
        ...{ host_name: 'ahead.example', worker: 'w1' },
        ...{ notBefore: ahead + GAP, done: [{ resource_id, due_at }] },
      })
      await setNow(store, before + SLOT_MS)
      expect(names(await store.leaseHosts(everyone))).toContain('ahead.example')
      const again = await store.leaseHosts({ ...everyone, worker: 'w2' })
      expect(names(again)).not.toContain('ahead.example')
    })
  })
}

async function leaseAll(store: Store, worker: string): Promise<string[]> {
  const all: string[] = []
  for (let empty = 0; empty < 3; ) {
    const leases = await store.leaseHosts({
      ...REQUEST,
      worker,
      limit: 25,
      gapMs: 600_000,
      leaseMs: 600_000,
    })
    all.push(...names(leases))
    if (leases.length === 0) empty += 1
    await new Promise((resolve) => setImmediate(resolve))
  }
  return all
}

async function list(
  store: Store,
  at: number,
  urls: readonly string[],
  status: 'complete' | 'partial' = 'partial',
): Promise<void> {
  const pass = await store.beginPass('bazaar', at)
  await store.recordListings(
    pass,
    urls.map((url) => listingOf(url)),
    at,
  )
  await store.finishPass(pass, {
    finished_at: at,
    reported_total: null,
    read: urls.length,
    kept: urls.length,
    excluded: {},
    status,
    detail: '',
  })
}

function names(leases: readonly HostLease[]): string[] {
  return leases.map(({ host_name }) => host_name).toSorted()
}

async function setNow(store: Store, to: number): Promise<void> {
  await store.setClockOffset(0)
  await store.setClockOffset(to - (await store.now()))
}
