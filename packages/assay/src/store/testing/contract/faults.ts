import { describe, expect, test } from 'vitest'
import { StoreUnavailable } from '../../errors.js'
import { openStore } from '../../open-store.js'
import type { Store } from '../../store.js'
import { appendLoop, BATCH } from '../child.js'
import { challengeOf, idOf, storedChallenge } from '../samples.js'
import { type OpenSubject, subjectOf } from '../subject.js'

const KILLS = 3

export function describeFaults(open: OpenSubject): void {
  describe('faults', () => {
    const subject = subjectOf(open)

    test('behavior: any number may open a new store at once', async () => {
      const fresh = await open()
      try {
        const more = await Promise.all(
          Array.from({ length: 6 }, () => openStore(fresh.where)),
        )
        await Promise.all(
          more.map((store, i) => store.appendEvidence([storedChallenge(i)])),
        )
        expect(await fresh.store.evidenceFrom(0, 99)).toHaveLength(6)
        await Promise.all(more.map((store) => store.close()))
      } finally {
        await fresh.dispose()
      }
    })

    test('behavior: a store of a newer schema is not touched', async () => {
      const fresh = await open()
      try {
        await fresh.raw(
          'insert into schema_version (version, applied_at) values (99, 0)',
        )
        await expect(openStore(fresh.where)).rejects.toThrow('newer version')
      } finally {
        await fresh.dispose()
      }
    })

    test('behavior: the clock is the database’s, moved by one stored offset', async () => {
      const { store, where } = subject()
      await store.setClockOffset(86_400_000)
      const second = await openStore(where)
      expect((await second.now()) - (await store.now())).toBeLessThan(5_000)
      expect(
        Math.abs((await second.now()) - Date.now() - 86_400_000),
      ).toBeLessThan(5_000)
      await second.close()
      await store.setClockOffset(0)
    })

    test('behavior: kill -9 of an appending process loses nothing acknowledged', async () => {
      const { store, where } = subject()
      for (let round = 1; round <= KILLS; round++) {
        const first = round * 1_000_000
        const acknowledged = await appendLoop(where, first, 200 + 150 * round)
        expect(acknowledged.length).toBeGreaterThan(0)
        const stored = await recordsFrom(store, first)
        expect(stored).toEqual(expect.arrayContaining(acknowledged))
        // A batch is there as a whole or not at all.
        expect(stored.length % BATCH).toBe(0)
        expect(new Set(stored).size).toBe(stored.length)
        const last = Number(acknowledged.at(-1)?.slice(3))
        expect(await store.evidence(idOf(last))).toEqual(challengeOf(last))
      }
    }, 120_000)

    test('behavior: connections ended in mid-transaction: a clear error, nothing half-written', async () => {
      const { store, terminate } = subject()
      if (terminate === undefined) return
      const first = 50_000_000
      let ended = 0
      const results = await Promise.all(
        Array.from({ length: 40 }, async (_, i) => {
          const batch = Array.from({ length: BATCH }, (_, k) =>
            storedChallenge(first + i * BATCH + k),
          )
          if (i % 10 === 5) {
            ended += 1
            await terminate()
          }
          return store.appendEvidence(batch).catch((error: unknown) => error)
        }),
      )
      expect(ended).toBe(4)
      const failed = results.filter((result) => typeof result !== 'number')
      for (const error of failed) expect(error).toBeInstanceOf(StoreUnavailable)
      const stored = await recordsFrom(store, first)
      expect(stored.length % BATCH).toBe(0)
      const done = results.filter((result) => result === BATCH).length
      expect(stored.length / BATCH).toBeGreaterThanOrEqual(done)
      // The same again: what is there already is not stored twice.
      for (let i = 0; i < 40; i++)
        await store.appendEvidence(
          Array.from({ length: BATCH }, (_, k) =>
            storedChallenge(first + i * BATCH + k),
          ),
        )
      expect(await recordsFrom(store, first)).toHaveLength(40 * BATCH)
    }, 60_000)

    test('behavior: a transaction that is cut leaves nothing', async () => {
      const { store, terminate, raw } = subject()
      if (terminate === undefined) return
      // The append waits for a lock until its connection is ended.
      const holding = raw(
        'select pg_advisory_xact_lock(1634956129, 1), pg_sleep(30)',
      ).catch((error: unknown) => error)
      await new Promise((resolve) => setTimeout(resolve, 300))
      const waiting = store
        .appendEvidence([storedChallenge(70_000_000)])
        .catch((error: unknown) => error)
      await new Promise((resolve) => setTimeout(resolve, 300))
      await terminate()
      expect(await waiting).toBeInstanceOf(StoreUnavailable)
      expect(await holding).toBeInstanceOf(StoreUnavailable)
      expect(await store.evidence(idOf(70_000_000))).toBeUndefined()
    }, 60_000)
  })
}

async function recordsFrom(store: Store, first: number): Promise<string[]> {
  const ids: string[] = []
  let after = 0
  for (;;) {
    const page = await store.evidenceFrom(after, 500)
    if (page.length === 0) break
    after = page.at(-1)?.position ?? after
    for (const { record } of page) {
      const number = Number(record.id.slice(3))
      if (number >= first && number < first + 1_000_000) ids.push(record.id)
    }
  }
  return ids
}
