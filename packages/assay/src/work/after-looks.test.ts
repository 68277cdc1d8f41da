import { resourceId } from '@assay402/core'
import { describe, expect, onTestFinished, test } from 'vitest'
import { fetchFrom } from '../collect/testing/network.js'
import type { Registrations } from '../inspect/registrations.js'
import { openStore } from '../store/open-store.js'
import {
  listingOf,
  observationOf,
  storedChallenge,
  T0,
} from '../store/testing/samples.js'
import { setNow } from '../store/testing/set-now.js'
import { afterLooks } from './after-looks.js'

const URL_ = 'https://a.example/x'
const HOUR = 3_600_000

describe('afterLooks', () => {
  test.each([
    ['behind', -24 * HOUR],
    ['ahead of', 24 * HOUR],
  ])(
    'behavior: a worker whose clock is %s the store’s misses no look',
    async (_, skew) => {
      const store = await openStore(':memory:')
      onTestFinished(() => store.close())
      const pass = await store.beginPass('bazaar', T0)
      await store.recordListings(pass, [listingOf(URL_)], T0)
      await store.saveWatch({
        ...{ id: 'w', owner: 'o', subject: `GET ${URL_}`, secret: 's' },
        ...{ webhook: 'https://hook.example/x', created_at: T0 },
        expires_at: T0 + 90 * 24 * HOUR,
      })
      let ids = 0
      const round = async (price_atomic: string, at: number) => {
        await setNow(store, at)
        await store.recordObservations([
          observationOf(ids++, {
            ...{ resource_id: resourceId(`GET ${URL_}`), at },
            ...{ price_atomic, pay_to: `0x${'a'.repeat(40)}` },
          }),
        ])
        return afterLooks({
          ...{ store, fetch: fetchFrom([]), sleep: async () => {} },
          registrations: NONE,
          now: () => at + skew,
          newId: () => `id-${ids++}`,
        })
      }
      expect(await round('1000', T0)).toMatchObject({ judged: 1, events: 0 })
      expect(await round('2000', T0 + 6 * HOUR)).toMatchObject({
        judged: 1,
        events: 2,
      })
    },
  )
})

const NONE: Registrations = {
  find: async () => ({
    answer: { status: 'unknown', reason: 'rdap_unreachable' },
    record: storedChallenge(0).record,
  }),
  stored: async () => undefined,
}
