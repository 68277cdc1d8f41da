import { describe, expect, test } from 'vitest'
import { idOf, observationOf, T0 } from '../samples.js'
import { type OpenSubject, subjectOf } from '../subject.js'

export function describeObservations(open: OpenSubject): void {
  describe('observations', () => {
    const subject = subjectOf(open)

    test('default: newest first, once each, by origin and moment', async () => {
      const { store } = subject()
      const resource_id = 'r1'
      const rows = [
        observationOf(1, { resource_id }),
        observationOf(2, { resource_id, origin: 'check' }),
        observationOf(3, {
          resource_id,
          result: 'timeout',
          status: null,
          challenge: 'none',
          price_atomic: (2n ** 256n - 1n).toString(),
          quality_code: 'a\0b',
        }),
      ]
      await store.recordObservations(rows)
      await store.recordObservations(rows)
      const all = (more = {}) =>
        store.observationsOf({ resource_id, limit: 9, ...more })
      expect(await all()).toEqual(rows.toReversed())
      expect(await all({ limit: 1 })).toEqual([rows[2]])
      expect(await all({ origin: 'crawl' })).toEqual([rows[2], rows[0]])
      expect(await all({ until: T0 + 1 })).toEqual([rows[0]])
      expect(await store.firstObservedAt(resource_id)).toBe(T0 + 1)
      expect(await store.firstObservedAt('nothing')).toBeUndefined()
    })

    test('behavior: observedSince names what was seen after, first seen first', async () => {
      const { store } = subject()
      await store.recordObservations([
        observationOf(11, { resource_id: 'b', at: T0 + 1_011 }),
        observationOf(12, { resource_id: 'a', at: T0 + 1_012 }),
        observationOf(13, { resource_id: 'b', at: T0 + 1_013 }),
      ])
      expect(await store.observedSince(T0 + 1_010, 9)).toEqual(['b', 'a'])
      expect(await store.observedSince(T0 + 1_011, 9)).toEqual(['a', 'b'])
      expect(await store.observedSince(T0 + 1_011, 1)).toEqual(['a'])
      expect(await store.observedSince(T0 + 1_013, 9)).toEqual([])
    })

    test('behavior: observedSince goes on past a page, in the same order', async () => {
      const { store } = subject()
      // Hundreds at each moment, so that pages end between equal times.
      const seen = Array.from({ length: 4_500 }, (_, i) =>
        observationOf(20_000 + i, {
          resource_id: `p${String((i * 7) % 3_000).padStart(4, '0')}`,
          at: T0 + 5_000 + Math.floor(i / 900),
        }),
      )
      await store.recordObservations(seen)
      const inOrder = [...seen].sort(
        (a, b) => a.at - b.at || (a.resource_id < b.resource_id ? -1 : 1),
      )
      const expected = [...new Set(inOrder.map((one) => one.resource_id))]
      const since = T0 + 4_999
      expect(await store.observedSince(since, 9_999)).toEqual(expected)
      expect(await store.observedSince(since, 2_500)).toEqual(
        expected.slice(0, 2_500),
      )
    })

    test('behavior: the newest score and quote stay', async () => {
      const { store } = subject()
      const score = {
        rulebook: 'terms',
        version: '1',
        subject: 's',
        as_of: T0,
        score: 71.25,
        output: { note: 'a\0', big: 'x'.repeat(3_000) },
      }
      await store.saveScore(score)
      await store.saveScore({ ...score, as_of: T0 - 1, score: 1 })
      expect(await store.scoreOf('terms', 's')).toEqual(score)
      const newer = { ...score, as_of: T0 + 1, score: null, output: null }
      await store.saveScores([newer])
      expect(await store.scoreOf('terms', 's')).toEqual(newer)
      expect(await store.scoreOf('merchant', 's')).toBeUndefined()
      const quote = {
        resource_id: 'q1',
        category: 'data',
        host: 'https://a.example',
        price_atomic: '1000',
        at: T0,
      }
      await store.saveCategoryQuotes([
        quote,
        { ...quote, resource_id: 'q2', at: T0 - 9 },
      ])
      await store.saveCategoryQuotes([{ ...quote, price_atomic: '1', at: 0 }])
      expect(await store.categoryQuotes('data', T0)).toEqual([quote])
      expect(await store.categoryQuotes('data', T0 - 9)).toHaveLength(2)
      expect(await store.categoryQuotes('other', 0)).toEqual([])
    })

    test('behavior: old rows go, save the newest of each resource', async () => {
      const { store } = subject()
      await store.recordObservations(
        [1, 2, 3, 4].map((day) =>
          observationOf(100 + day, { resource_id: 'old', at: day }),
        ),
      )
      expect(await store.pruneObservations({ before: 4, keep: 2 })).toBe(2)
      const left = await store.observationsOf({ resource_id: 'old', limit: 9 })
      expect(left.map(({ at }) => at)).toEqual([4, 3])
      expect(await store.pruneObservations({ before: 4, keep: 2 })).toBe(0)
    })

    test('behavior: dropDerived leaves evidence for a rebuild', async () => {
      const { store } = subject()
      await store.dropDerived()
      expect(
        await store.observationsOf({ resource_id: 'r1', limit: 9 }),
      ).toEqual([])
      expect(await store.scoreOf('terms', 's')).toBeUndefined()
      expect(await store.categoryQuotes('data', 0)).toEqual([])
      await store.recordObservations([
        observationOf(1, { resource_id: 'r1', evidence_id: idOf(1) }),
      ])
      expect(await store.firstObservedAt('r1')).toBe(T0 + 1)
    })
  })

  describe('registrations', () => {
    const subject = subjectOf(open)

    test('default: good until it expires, the newest fetched stays', async () => {
      const { store } = subject()
      const registration = {
        domain: 'a.example',
        status: 'known' as const,
        registered_at: '2020-01-01T00:00:00Z',
        reason: null,
        fetched_at: T0,
        expires_at: T0 + 10,
      }
      await store.saveRegistration(registration)
      await store.saveRegistration({
        ...registration,
        status: 'unknown',
        registered_at: null,
        reason: 'no\0body',
        fetched_at: T0 - 1,
      })
      expect(await store.registration('a.example', T0 + 9)).toEqual(
        registration,
      )
      expect(await store.registration('a.example', T0 + 10)).toBeUndefined()
      expect(await store.registration('b.example', T0)).toBeUndefined()
      const later = { ...registration, fetched_at: T0 + 5, expires_at: T0 + 15 }
      await store.saveRegistration(later)
      expect(await store.registration('a.example', T0 + 14)).toEqual(later)
    })
  })
}
