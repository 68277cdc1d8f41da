import { evidenceSha256, sealEvidence } from '@assay402/core'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { StoreFault } from '../../errors.js'
import {
  challengeOf,
  idOf,
  observationOf,
  storedChallenge,
  T0,
} from '../samples.js'
import { type OpenSubject, subjectOf } from '../subject.js'

export function describeEvidence(open: OpenSubject): void {
  describe('evidence', () => {
    const subject = subjectOf(open)

    test('default: what was appended comes back whole and verifies', async () => {
      const { store } = subject()
      const record = challengeOf(1)
      expect(await store.appendEvidence([{ record, key: 'k 1' }])).toBe(1)
      const back = await store.evidence(record.id)
      expect(back).toEqual(record)
      expect(evidenceSha256(back ?? {})).toBe(record.sha256)
      expect(await store.evidence(idOf(999))).toBeUndefined()
      expect(await store.appendEvidence([])).toBe(0)
    })

    test('behavior: a retry is stored once by key, also within one call', async () => {
      const { store } = subject()
      const retry = { ...storedChallenge(11), key: 'challenge 10' }
      expect(
        await store.appendEvidence([storedChallenge(10), retry, retry]),
      ).toBe(1)
      expect(await store.appendEvidence([retry, storedChallenge(12)])).toBe(1)
      expect(await store.evidence(idOf(11))).toBeUndefined()
      expect(await store.evidence(idOf(12))).toEqual(challengeOf(12))
    })

    test('behavior: another look under a known id is refused whole', async () => {
      const { store } = subject()
      await store.appendEvidence([storedChallenge(13)])
      const clash = { record: challengeOf(13), key: 'another key' }
      await expect(
        store.appendEvidence([storedChallenge(14), clash]),
      ).rejects.toThrow(StoreFault)
      expect(await store.evidence(idOf(14))).toBeUndefined()
    })

    test('behavior: the same retry at the same time is stored once', async () => {
      const { store } = subject()
      const counts = await Promise.all(
        Array.from({ length: 12 }, (_, i) =>
          store.appendEvidence([
            { record: challengeOf(20 + i), key: 'the same look' },
          ]),
        ),
      )
      expect(counts.reduce((sum, count) => sum + count)).toBe(1)
    })

    test('behavior: equal bodies are stored once', async () => {
      const { store, raw } = subject()
      const body = 'a body that many sellers answer '.repeat(20)
      const before = await raw('select count(*) as n from bodies')
      await store.appendEvidence([
        storedChallenge(40, { body }),
        storedChallenge(41, { body }),
      ])
      await store.appendEvidence([storedChallenge(42, { body })])
      const after = await raw('select count(*) as n from bodies')
      expect(Number(after[0]?.['n'])).toBe(Number(before[0]?.['n']) + 1)
      expect(await store.evidence(idOf(42))).toEqual(challengeOf(42, { body }))
    })

    test('behavior: newest first, by subject, kind and moment, exact below the millisecond', async () => {
      const { store } = subject()
      const of = (
        number: number,
        collected_at: string,
        kind: 'challenge' | 'robots',
      ) =>
        sealEvidence({
          id: idOf(number),
          kind,
          subject: 'one subject',
          collected_at,
          collector: { id: 'c', version: '1' },
          status: 'failed',
          failure: { code: 'timeout', detail: '' },
        })
      const records = [
        of(50, '2026-11-30T12:00:00Z', 'challenge'),
        of(51, '2026-11-30T12:00:00.0001Z', 'challenge'),
        of(52, '2026-11-30T12:00:00.00005Z', 'robots'),
        of(53, '2026-11-30T13:00:00+01:00', 'challenge'),
        of(54, '2026-11-30T12:00:01Z', 'challenge'),
      ]
      await store.appendEvidence(
        records.map((record) => ({ record, key: record.id })),
      )
      const ids = async (more: object, limit = 10) => {
        const found = await store.evidenceOf({
          subject: 'one subject',
          limit,
          ...more,
        })
        return found.map(({ id }) => Number(id.slice(-2)))
      }
      expect(await ids({})).toEqual([54, 51, 52, 53, 50])
      expect(await ids({}, 2)).toEqual([54, 51])
      expect(await ids({ kind: 'robots' })).toEqual([52])
      const noon = Date.parse('2026-11-30T12:00:00Z')
      expect(await ids({ until: noon })).toEqual([53, 50])
      expect(await ids({ until: noon - 1 })).toEqual([])
      expect(await ids({ until: noon + 1 })).toEqual([51, 52, 53, 50])
      expect(await store.evidenceOf({ subject: 'nobody', limit: 5 })).toEqual(
        [],
      )
    })

    test('behavior: evidenceFrom reads in the order of appending, page by page', async () => {
      const { store } = subject()
      await store.appendEvidence([60, 61, 62].map((n) => storedChallenge(n)))
      const ids: string[] = []
      let after = 0
      for (;;) {
        const page = await store.evidenceFrom(after, 3)
        if (page.length === 0) break
        for (const { position, record } of page) {
          expect(position).toBeGreaterThan(after)
          after = position
          ids.push(record.id)
        }
      }
      expect(ids.slice(-3)).toEqual([idOf(60), idOf(61), idOf(62)])
      expect(new Set(ids).size).toBe(ids.length)
    })

    test('behavior: NUL, odd Unicode and prototype keys are data', async () => {
      const { store } = subject()
      const odd = 'a\0b\\u0000\ufffe\u{1f600}\u202e\x7f'
      const record = sealEvidence({
        id: idOf(70),
        kind: 'seller_document',
        subject: odd,
        collected_at: new Date(T0).toISOString(),
        collector: { id: odd, version: odd },
        status: 'collected',
        data: JSON.parse(
          `{"__proto__":{"x_base64":"${'QUJD'.repeat(100)}"},"constructor":["\\u0000"],"not_base64":"${'%'.repeat(400)}","odd_base64":"${'QUJ='.repeat(100)}"}`,
        ),
      })
      await store.appendEvidence([{ record, key: odd }])
      const [back] = await store.evidenceOf({ subject: odd, limit: 1 })
      expect(JSON.stringify(back)).toBe(JSON.stringify(record))
      expect(evidenceSha256(back ?? {})).toBe(record.sha256)
      expect(await store.appendEvidence([{ record, key: odd }])).toBe(0)
    })

    test('behavior: any JSON comes back as it was', async () => {
      const { store } = subject()
      let number = 1_000
      await fc.assert(
        fc.asyncProperty(
          fc.jsonValue({ maxDepth: 4 }),
          fc.uint8Array({ maxLength: 900 }),
          async (value, bytes) => {
            const data = JSON.parse(
              JSON.stringify({
                value,
                in: [{ body_base64: Buffer.from(bytes).toString('base64') }],
              }),
            )
            number += 1
            const record = sealEvidence({
              ...challengeOf(1),
              id: idOf(number),
              status: 'collected',
              data,
            })
            await store.appendEvidence([{ record, key: record.id }])
            expect(await store.evidence(record.id)).toEqual(record)
          },
        ),
        { numRuns: 60 },
      )
    })

    test('behavior: a look and its observation are one; a retry brings neither', async () => {
      const { store } = subject()
      const look = (number: number, key: string) => ({
        evidence: { record: challengeOf(number), key },
        observation: observationOf(number, { resource_id: 'looked at' }),
      })
      expect(await store.appendObserved([look(80, 'slot 1')])).toBe(1)
      expect(
        await store.appendObserved([look(81, 'slot 1'), look(82, 'slot 2')]),
      ).toBe(1)
      const seen = await store.observationsOf({
        resource_id: 'looked at',
        limit: 9,
      })
      expect(seen.map(({ evidence_id }) => evidence_id)).toEqual([
        idOf(82),
        idOf(80),
      ])
    })

    test('behavior: nobody rewrites evidence, not even past the port', async () => {
      const { store, raw } = subject()
      await store.appendEvidence([storedChallenge(90)])
      for (const statement of [
        "update evidence set kind = 'robots'",
        'delete from evidence',
        'delete from bodies',
        'update bodies set content = sha256',
      ])
        await expect(raw(statement)).rejects.toThrow(/append-only/)
      expect(await store.evidence(idOf(90))).toEqual(challengeOf(90))
    })

    test('throws on a time that cannot be read', async () => {
      const { store } = subject()
      const record = { ...challengeOf(95), collected_at: 'soon' }
      await expect(
        store.appendEvidence([{ record, key: 'x' }]),
      ).rejects.toThrow(StoreFault)
    })
  })
}
