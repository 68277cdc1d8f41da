import { resourceId } from '@assay402/core'
import { describe, expect, test } from 'vitest'
import { SLOT_MS } from '../../slot.js'
import type { CatalogPass, Coverage } from '../../store.js'
import { listingOf, observationOf } from '../samples.js'
import { type OpenSubject, subjectOf } from '../subject.js'

const SLOT = 83_150
const START = SLOT * SLOT_MS

export function describeCoverage(open: OpenSubject): void {
  describe('coverage', () => {
    const subject = subjectOf(open)
    const pass = async (
      source: string,
      at: number,
      urls: readonly string[],
      excluded: CatalogPass['excluded'],
      status: CatalogPass['status'] = 'complete',
    ) => {
      const { store } = subject()
      const id = await store.beginPass(source, at)
      await store.recordListings(
        id,
        urls.map((url) => listingOf(url, { source })),
        at,
      )
      await store.finishPass(id, {
        finished_at: at,
        reported_total: null,
        read: urls.length,
        kept: urls.length,
        excluded,
        status,
        detail: '',
      })
    }
    const look = (url: string, number: number, at: number, more = {}) =>
      observationOf(number, {
        resource_id: resourceId(`GET ${url}`),
        at,
        ...more,
      })

    test('default: nothing listed, nothing counted', async () => {
      expect(await subject().store.coverage(SLOT)).toEqual({
        slot: SLOT,
        listed: 0,
        hosts: 0,
        probed: 0,
        deferred: 0,
        excluded: {},
      })
    })

    test('behavior: probed, deferred and excluded add up over all sources', async () => {
      const { store } = subject()
      const [a, b, c, d, e] = ['a/1', 'a/2', 'b/', 'c/', 'd/'].map(
        (path) => `https://${path.replace('/', '.example/')}`,
      ) as [string, string, string, string, string]
      await pass('bazaar', START - 10, [a, e], { no_https: 9 })
      await pass('bazaar', START, [a, b, c], { no_https: 2, duplicate: 1 })
      await pass('x402scan', START + 5, [c, d], { no_https: 1 }, 'partial')
      await pass('x402scan', START + 6, [], { no_https: 50 }, 'failed')
      await store.recordObservations([
        look(a, 1, START),
        look(a, 2, START + 9, { result: 'robots_blocked' }),
        look(b, 3, START + SLOT_MS - 1, { result: 'robots_blocked' }),
        look(c, 4, START - 1),
        look(c, 5, START + 1, { origin: 'check' }),
        look(d, 6, START + SLOT_MS),
      ])
      const covered = await store.coverage(SLOT)
      expect(covered).toEqual({
        slot: SLOT,
        listed: 8,
        hosts: 3,
        probed: 1,
        deferred: 2,
        excluded: { no_https: 3, duplicate: 1, robots_blocked: 1 },
      })
      expect(sum(covered)).toBe(covered.listed)
      // Later passes do not change what an earlier slot listed.
      await pass('bazaar', START + SLOT_MS, [a], {})
      expect(await store.coverage(SLOT)).toEqual(covered)
      const next = await store.coverage(SLOT + 1)
      expect([next.listed, next.probed, sum(next)]).toEqual([4, 1, 4])
    })
  })
}

function sum({ probed, deferred, excluded }: Coverage): number {
  return Object.values(excluded).reduce((a, b) => a + b, probed + deferred)
}
