import { describe, expect, test } from 'vitest'
import { challengeOf, idOf, storedChallenge, T0 } from '../samples.js'
import { type OpenSubject, subjectOf } from '../subject.js'

export function describePruning(open: OpenSubject): void {
  describe('pruneEvidence', () => {
    const subject = subjectOf(open)

    test('default: what is past its time goes, unless a report holds it', async () => {
      const { store, raw } = subject()
      const body = 'shared by the old and the new '.repeat(20)
      const own = 'of the old alone '.repeat(40)
      const held = challengeOf(3, { at: T0 })
      await store.appendEvidence([
        storedChallenge(1, { at: T0, body }),
        storedChallenge(2, { at: T0 + 1, body }),
        storedChallenge(3, { at: T0 }),
        storedChallenge(4, { at: T0 - 1, body: own }),
      ])
      await store.saveCheck({
        id: 'c1',
        at: T0,
        resource_id: 'r',
        host: 'h',
        url: 'u',
        verdict: 'ok',
        decision: 'allow',
        report: { evidence: [{ sha256: held.sha256 }, { sha256: 'x' }, 7] },
        bundle: null,
      })
      expect(await store.pruneEvidence({ robots: T0 + 1 })).toBe(0)
      expect(await store.pruneEvidence({ challenge: T0 + 1 })).toBe(2)
      expect(await store.evidence(idOf(1))).toBeUndefined()
      expect(await store.evidence(idOf(2))).toEqual(
        challengeOf(2, { at: T0 + 1, body }),
      )
      expect(await store.evidence(idOf(3))).toEqual(held)
      // The shared body and that of the held record.
      const [left] = await raw('select count(*) as n from bodies')
      expect(Number(left?.['n'])).toBe(2)
      await expect(raw('delete from evidence')).rejects.toThrow(/append-only/)
    })

    test('behavior: with the check its evidence is let go', async () => {
      const { store } = subject()
      expect(await store.pruneChecks(T0)).toBe(0)
      expect(await store.pruneChecks(T0 + 1)).toBe(1)
      expect(await store.pruneEvidence({ challenge: T0 + 1 })).toBe(1)
      expect(await store.evidence(idOf(3))).toBeUndefined()
    })

    test('behavior: more than one transaction can take', async () => {
      const { store } = subject()
      await store.appendEvidence(
        Array.from({ length: 450 }, (_, i) =>
          storedChallenge(1_000 + i, { at: T0 - 5 }),
        ),
      )
      expect(await store.pruneEvidence({ challenge: T0 - 4 })).toBe(450)
    })
  })
}
