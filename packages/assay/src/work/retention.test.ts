import { describe, expect, test } from 'vitest'
import { openStore } from '../store/open-store.js'
import { observationOf, storedChallenge, T0 } from '../store/testing/samples.js'
import { dropOld, RETENTION, readRetention } from './retention.js'

const DAY = 86_400_000

describe('dropOld', () => {
  test('default: what is younger, or of the newest thirty, stays', async () => {
    const store = await openStore(':memory:')
    const looks = Array.from({ length: 40 }, (_, i) => ({
      evidence: storedChallenge(i, { at: T0 + i }),
      observation: observationOf(i, {
        evidence_id: storedChallenge(i).record.id,
        resource_id: 'ab'.repeat(16),
      }),
    }))
    await store.appendObserved(looks)
    const at = (days: number) => T0 + 100 + days * DAY
    expect(await dropOld(store, RETENTION, at(6))).toEqual({
      reports: 0,
      receipts: 0,
      observations: 0,
      evidence: 0,
    })
    expect(await dropOld(store, RETENTION, at(7))).toMatchObject({
      observations: 10,
      evidence: 0,
    })
    expect(await dropOld(store, RETENTION, at(90))).toMatchObject({
      observations: 0,
      evidence: 40,
    })
    await store.close()
  })
})

describe('readRetention', () => {
  test('default', () => {
    expect(readRetention({})).toEqual(RETENTION)
    expect(
      readRetention({ ASSAY_KEEP_REPORTS: '7', ASSAY_KEEP_EVIDENCE: '3650' }),
    ).toEqual({ reports: 7, evidence: 3_650, observations: 7 })
  })

  test.each(['6', '3651', 'x', '-7', '7.5', '1e3'])(
    'behavior: %j is refused',
    (given) => {
      expect(() => readRetention({ ASSAY_KEEP_REPORTS: given })).toThrow(
        'ASSAY_KEEP_REPORTS',
      )
    },
  )
})
