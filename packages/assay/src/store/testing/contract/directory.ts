import { describe, expect, test } from 'vitest'
import { StoreRefusal } from '../../errors.js'
import type { DirectoryQuery, Listing, Store } from '../../store.js'
import { listingOf, observationOf, offerOf, T0 } from '../samples.js'
import { type OpenSubject, subjectOf } from '../subject.js'

const BASE = 'eip155:8453'
const USDC = offerOf('1').asset

export function describeDirectory(open: OpenSubject): void {
  describe('directory', () => {
    const subject = subjectOf(open)
    const of = (path: string, more: Partial<Listing> = {}) =>
      listingOf(`https://${path}.example/`, more)

    const found = async (query: Partial<DirectoryQuery>) => {
      const page = await subject().store.directory({
        sort: 'price',
        limit: 99,
        ...query,
      })
      return page.entries.map(({ endpoint }) => endpoint.url.slice(8, -9))
    }

    test('default: what is listed, with its category, terms and score', async () => {
      const { store } = subject()
      const cheap = of('cheap', { tags: ['Crypto', 'tag_1'] })
      const dear = of('dear', { offers: [offerOf('20000')] })
      const free = of('free', {
        offers: [{ ...offerOf('5'), asset: 'another' }],
        description: 'Free 100% of ÄRGER\\',
      })
      await list(store, T0, [cheap, dear, free])
      await list(store, T0 + 1, [dear])
      await score(store, dear, 80.5)
      await score(store, cheap, 7)
      expect(await found({ sort: 'price' })).toEqual(['cheap', 'dear', 'free'])
      expect(await found({ sort: 'score' })).toEqual(['dear', 'cheap', 'free'])
      expect((await found({ sort: 'last_seen' }))[0]).toBe('dear')
      const { entries, next } = await store.directory({
        query: 'CHEAP',
        sort: 'score',
        limit: 1,
      })
      expect([entries, next]).toEqual([
        [
          {
            endpoint: await store.endpoint(cheap.resource_id),
            category: 'Crypto',
            score: 7,
            network: BASE,
            price_atomic: '1000',
            pay_to: offerOf('1').pay_to,
            last_probed_at: null,
          },
        ],
        undefined,
      ])
    })

    test('behavior: every field narrows; words are found as they are', async () => {
      expect(await found({ max_price_atomic: '1000' })).toEqual(['cheap'])
      expect(await found({ max_price_atomic: '999' })).toEqual([])
      expect(await found({ min_score: 0 })).toEqual(['cheap', 'dear'])
      expect(await found({ min_score: 80.5 })).toEqual(['dear'])
      expect(await found({ category: 'Crypto' })).toEqual(['cheap'])
      expect(await found({ category: 'Crypto', query: 'dear' })).toEqual([])
      expect(await found({ network: 'eip155:1' })).toEqual([])
      expect(await found({ query: 'ärger  100%' })).toEqual(['free'])
      expect(await found({ query: 'TAG_1' })).toEqual(['cheap'])
      expect(await found({ query: 'tagx1' })).toEqual([])
      expect(await found({ query: 'c%p' })).toEqual([])
      expect(await found({ query: '!' })).toEqual([])
      expect(await found({ query: '\\' })).toEqual(['free'])
    })

    test('behavior: what the crawler saw counts more than what is listed', async () => {
      const { store } = subject()
      const cheap = of('cheap')
      const seen = (
        at: number,
        price_atomic: string,
        origin: 'crawl' | 'check',
      ) =>
        observationOf(at, {
          resource_id: cheap.resource_id,
          at: T0 + at,
          price_atomic,
          origin,
          asset: USDC,
          pay_to: '0xseen',
        })
      await store.recordObservations([
        seen(5, '900', 'crawl'),
        seen(4, '800', 'crawl'),
        seen(6, '700', 'check'),
        { ...seen(7, '600', 'crawl'), challenge: 'invalid' },
      ])
      await list(store, T0 + 2, [of('cheap', { offers: [offerOf('1')] })])
      const terms = async () => {
        const page = await store.directory({
          query: 'cheap.example',
          sort: 'price',
          limit: 9,
        })
        return page.entries.map((one) => [
          one.price_atomic,
          one.pay_to,
          one.score,
          one.last_probed_at,
        ])
      }
      expect(await terms()).toEqual([['900', '0xseen', 7, T0 + 7]])
      await store.dropDerived()
      expect(await terms()).toEqual([['1', offerOf('1').pay_to, null, null]])
      await store.recordObservations([
        { ...seen(8, '5', 'crawl'), asset: 'another' },
      ])
      expect(await terms()).toEqual([[null, '0xseen', null, T0 + 8]])
    })

    test('behavior: page by page in every order, prices as numbers', async () => {
      const { store } = subject()
      const prices = ['9', '10', '100', '0010', '99', '123456789012345678901']
      const many = prices.map((price, i) =>
        of(`many${i}`, { offers: [offerOf(price)] }),
      )
      await list(store, T0 + 3, many)
      for (const [i, one] of many.entries())
        if (i % 2 === 0) await score(store, one, 50)
      for (const sort of ['score', 'price', 'last_seen'] as const) {
        const all = await found({ sort, query: 'many' })
        const paged: string[] = []
        let cursor: string | undefined
        do {
          const page = await store.directory({
            query: 'many',
            sort,
            cursor,
            limit: 2,
          })
          paged.push(
            ...page.entries.map((one) => one.endpoint.url.slice(8, -9)),
          )
          cursor = page.next
        } while (cursor !== undefined)
        expect(paged).toEqual(all)
        expect(new Set(paged).size).toBe(6)
      }
      const page = await store.directory({
        query: 'many',
        sort: 'price',
        limit: 9,
      })
      expect(page.entries.map((one) => one.price_atomic)).toEqual([
        '9',
        '10',
        '10',
        '99',
        '100',
        '123456789012345678901',
      ])
    })

    test('throws on a cursor that it did not give, and on a price that is none', async () => {
      const { store } = subject()
      const { next } = await store.directory({ sort: 'score', limit: 1 })
      const forged = (value: unknown) =>
        Buffer.from(JSON.stringify(value)).toString('base64url')
      for (const cursor of [
        '',
        'x',
        '%00',
        // Of another order.
        next ?? '',
        forged(['price', 5, 1]),
        forged(['price', "' or 1", 1]),
        forged(['price', '041000', "' or 1"]),
        forged(['price', '041000', 0.5]),
        forged(['price', '041000', 1, 1]),
        'a'.repeat(9_999),
      ])
        await expect(
          store.directory({ sort: 'price', cursor, limit: 1 }),
        ).rejects.toThrow(StoreRefusal)
      const cursor = forged(['price', '041000', 7])
      await store.directory({ sort: 'price', cursor, limit: 1 })
      await expect(found({ max_price_atomic: '0.5' })).rejects.toThrow(
        StoreRefusal,
      )
    })

    test('behavior: what no source lists any more is gone, and comes back as it was', async () => {
      const { store } = subject()
      const dear = of('dear', { offers: [offerOf('20000')] })
      await store.recordObservations([
        observationOf(9, {
          resource_id: dear.resource_id,
          at: T0 + 9,
          price_atomic: '2',
        }),
      ])
      await score(store, dear, 33)
      await list(store, T0 + 20, [of('cheap')], 'complete')
      expect(await found({})).toEqual(['cheap'])
      await list(store, T0 + 21, [dear])
      expect(await found({ min_score: 33, max_price_atomic: '2' })).toEqual([
        'dear',
      ])
    })
  })

  describe('trackedWallets', () => {
    const subject = subjectOf(open)

    test('default: of the newest listings of a network, by wallet', async () => {
      const { store } = subject()
      const wallet = (letter: string) => `0x${letter.repeat(40)}`
      const at = (path: string, ...offers: Listing['offers']) =>
        listingOf(`https://${path}.example/`, { offers })
      await list(store, T0, [
        at('a', offerOf('1', wallet('C')), offerOf('2', wallet('a'))),
        at('b', offerOf('1', wallet('b')), offerOf('9', wallet('b'))),
        at('c', { ...offerOf('1', wallet('d')), network: 'eip155:1' }),
      ])
      await list(store, T0 + 1, [at('b', offerOf('1', wallet('e')))])
      const tracked = async (after: string | null, limit = 9) => {
        const all = await store.trackedWallets(BASE, after, limit)
        return all.map(({ pay_to }) => pay_to)
      }
      expect(await tracked(null)).toEqual(['a', 'c', 'e'].map(wallet))
      expect(await tracked(null, 1)).toEqual([wallet('a')])
      expect(await tracked(wallet('A'))).toEqual(['c', 'e'].map(wallet))
      expect(await store.trackedWallets('eip155:1', null, 9)).toEqual([
        { network: 'eip155:1', pay_to: wallet('d') },
      ])
    })
  })
}

async function list(
  store: Store,
  at: number,
  listings: readonly Listing[],
  status: 'complete' | 'partial' = 'partial',
): Promise<void> {
  const pass = await store.beginPass('bazaar', at)
  await store.recordListings(pass, listings, at)
  await store.finishPass(pass, {
    finished_at: at,
    reported_total: null,
    read: listings.length,
    kept: listings.length,
    excluded: {},
    status,
    detail: '',
  })
}

function score(store: Store, { resource_id }: Listing, value: number) {
  return store.saveScore({
    rulebook: 'endpoint-health',
    version: '1',
    subject: resource_id,
    as_of: T0,
    score: value,
    output: {},
  })
}
