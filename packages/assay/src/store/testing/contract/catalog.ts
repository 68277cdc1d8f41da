import { resourceId } from '@assay402/core'
import { describe, expect, test } from 'vitest'
import type { CatalogPass } from '../../store.js'
import { listingOf, offerOf, T0 } from '../samples.js'
import { type OpenSubject, subjectOf } from '../subject.js'

const DAY = 86_400_000
const SELLER = 'https://API.seller.example:8443/x?q=1'
const NOTHING = { added: 0, changed: 0, payees_changed: 0, seen_again: 0 }

export function describeCatalog(open: OpenSubject): void {
  describe('catalog', () => {
    const subject = subjectOf(open)
    const id = resourceId(`GET ${SELLER}`)
    const pass = async (
      at: number,
      listings: Parameters<Subject['recordListings']>[1],
      status: CatalogPass['status'] = 'complete',
    ) => {
      const { store } = subject()
      const passId = await store.beginPass('bazaar', at)
      const changes = await store.recordListings(passId, listings, at)
      await store.finishPass(passId, outcomeOf(at + 1, status))
      return changes
    }

    test('default: a page makes endpoints and hosts', async () => {
      const { store } = subject()
      const odd = listingOf('https://b.example/', {
        title: 'NUL \0',
        description: 'lone \ud800',
        tags: ['a\0', '\udc00', 'back\\slash'],
        sample_body: '{"a":"\\u0000"}',
      })
      expect(await pass(T0, [listingOf(SELLER), odd])).toEqual({
        ...NOTHING,
        added: 2,
      })
      expect(await store.endpoint(id)).toEqual({
        resource_id: id,
        resource: `GET ${SELLER}`,
        url: SELLER,
        method: 'GET',
        catalog_key: SELLER,
        host: 'https://api.seller.example:8443',
        host_name: 'api.seller.example',
        first_seen: T0,
        last_seen: T0,
        tags: ['data'],
        description: 'A description',
        sample_body: null,
      })
      const back = await store.endpoint(odd.resource_id)
      expect([back?.description, back?.tags, back?.sample_body]).toEqual([
        odd.description,
        odd.tags,
        odd.sample_body,
      ])
      const [span] = await store.listingsOf(odd.resource_id)
      expect(span).toMatchObject({ ...odd, first_seen: T0, last_seen: T0 })
      expect(await store.endpoint('none')).toBeUndefined()
      expect(await store.endpointsOfHost('https://b.example')).toEqual([back])
    })

    test('behavior: equal terms go on with the span, whatever their order', async () => {
      const { store } = subject()
      const offers = [offerOf('1'), offerOf('2')]
      await pass(T0 + DAY, [listingOf(SELLER, { offers })])
      expect(
        await pass(T0 + 2 * DAY, [
          listingOf(SELLER, { offers: offers.toReversed(), title: 'New' }),
        ]),
      ).toEqual({ ...NOTHING, seen_again: 1 })
      const spans = await store.listingsOf(id)
      expect(
        spans.map((span) => [span.first_seen, span.last_seen, span.title]),
      ).toEqual([
        [T0 + DAY, T0 + 2 * DAY, 'New'],
        [T0, T0, 'A title'],
      ])
    })

    test('behavior: other terms begin a span; other payees are told apart', async () => {
      const { store } = subject()
      const dearer = listingOf(SELLER, { offers: [offerOf('5')] })
      expect(await pass(T0 + 3 * DAY, [dearer])).toEqual({
        ...NOTHING,
        changed: 1,
      })
      const other = `0x${'Cd'.repeat(20)}`
      const moved = listingOf(SELLER, { offers: [offerOf('5', other)] })
      expect(await pass(T0 + 4 * DAY, [moved])).toEqual({
        ...NOTHING,
        changed: 1,
        payees_changed: 1,
      })
      const found = await store.endpointsOfWallet(other.toLowerCase())
      expect(found.map(({ resource_id }) => resource_id)).toEqual([id])
      expect(
        await store.endpointsOfWallet(`0x${'aB'.repeat(20)}`),
      ).toHaveLength(1)
    })

    test('behavior: of two entries in one pass the first counts', async () => {
      const { store } = subject()
      const at = T0 + 5 * DAY
      const passId = await store.beginPass('bazaar', at)
      const cheap = listingOf(SELLER, { offers: [offerOf('7')] })
      const dear = listingOf(SELLER, { offers: [offerOf('9')] })
      expect(await store.recordListings(passId, [cheap, dear], at)).toEqual({
        ...NOTHING,
        changed: 1,
        payees_changed: 1,
      })
      expect(await store.recordListings(passId, [dear], at + 1)).toEqual({
        ...NOTHING,
        seen_again: 1,
      })
      const [newest] = await store.listingsOf(id)
      expect(newest?.offers).toEqual(cheap.offers)
      await store.finishPass(passId, outcomeOf(at + 2, 'partial'))
    })

    test('behavior: gone after a pass without it, back as added', async () => {
      const { store } = subject()
      const other = listingOf('https://c.example/')
      const at = T0 + 6 * DAY
      await pass(at, [other])
      expect(await store.goneSince('bazaar', at)).toContain(id)
      expect(await store.goneSince('x402scan', at)).toEqual([])
      const same = listingOf(SELLER, { offers: [offerOf('7')] })
      expect(await pass(at + DAY, [same])).toEqual({ ...NOTHING, added: 1 })
      const [now, before] = await store.listingsOf(id)
      expect([now?.first_seen, before?.terms_sha256]).toEqual([
        at + DAY,
        now?.terms_sha256,
      ])
    })

    test('behavior: passes, newest first, as they were told', async () => {
      const { store } = subject()
      const [newest, older] = await store.passes(2)
      expect(newest).toMatchObject({
        source: 'bazaar',
        started_at: T0 + 7 * DAY,
        ...outcomeOf(T0 + 7 * DAY + 1, 'complete'),
      })
      expect(older?.started_at).toBe(T0 + 6 * DAY)
      const running = await store.beginPass('x402scan', T0 + 8 * DAY)
      expect((await store.passes(1))[0]).toEqual({
        id: running,
        source: 'x402scan',
        started_at: T0 + 8 * DAY,
        finished_at: null,
        reported_total: null,
        read: 0,
        kept: 0,
        excluded: {},
        status: 'running',
        detail: '',
      })
    })

    test('behavior: two readers of one source at once begin one span', async () => {
      const { store } = subject()
      const at = T0 + 9 * DAY
      const page = Array.from({ length: 40 }, (_, i) =>
        listingOf(`https://two${i}.example/`),
      )
      const [a = '', b = ''] = await Promise.all([
        store.beginPass('bazaar', at),
        store.beginPass('bazaar', at),
      ])
      const both = await Promise.all([
        store.recordListings(a, page, at),
        store.recordListings(b, page.toReversed(), at),
      ])
      expect(both.map(({ added }) => added).toSorted()).toEqual([0, 40])
    })
  })
}

type Subject = ReturnType<ReturnType<typeof subjectOf>>['store']

function outcomeOf(finished_at: number, status: CatalogPass['status']) {
  return {
    finished_at,
    reported_total: 3,
    read: 3,
    kept: 2,
    excluded: { no_https: 1 },
    status,
    detail: 'as\0told',
  }
}
