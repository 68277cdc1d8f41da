import { resourceId } from '@assay402/core'
import { describe, expect, onTestFinished, test } from 'vitest'
import { OFAC_LIST } from '../lists/policy.js'
import { openStore } from '../store/open-store.js'
import { listingOf, observationOf, T0 } from '../store/testing/samples.js'
import { listNews } from './list-news.js'

const RESOURCE = 'GET https://a.example/x'
const OTHER = 'GET https://b.example/y'
const WALLET = `0x${'a'.repeat(40)}`

async function setUp() {
  const store = await openStore(':memory:', { now: () => T0 })
  onTestFinished(() => store.close())
  const pass = await store.beginPass('bazaar', T0)
  const urls = ['https://a.example/x', 'https://b.example/y']
  const listings = urls.map((url) => listingOf(url))
  await store.recordListings(pass, listings, T0)
  await store.recordObservations(
    [RESOURCE, OTHER].map((resource, i) =>
      observationOf(i, { resource_id: resourceId(resource), pay_to: WALLET }),
    ),
  )
  let ids = 0
  let copies = 0
  return {
    store,
    news: () =>
      listNews(store, { now: T0 + 1_000, newId: () => `event-${ids++}` }),
    watch: (subject: string) =>
      store.saveWatch({
        ...{ id: `watch of ${subject}`, owner: 'me', subject },
        ...{ webhook: 'https://me.example/', secret: 's', created_at: T0 },
        expires_at: T0 + 9_000,
      }),
    sanction: (id: string, keys: readonly string[]) =>
      store.saveList(
        {
          ...{ id, list: OFAC_LIST, source_url: 'https://lists.example/' },
          ...{ published_at: null, sha256: id, parser: 'p' },
          fetched_at: T0 + copies++,
          ...{ count: keys.length, status: 'good', detail: '' },
        },
        keys.map((key) => ({ key, family: 'eip155', entry: 'SOMEBODY' })),
      ),
  }
}

describe('listNews', () => {
  test('default: a new match of a watched wallet is told once, without a look', async () => {
    const { store, news, watch, sanction } = await setUp()
    await watch(RESOURCE)
    expect(await news()).toBe(0)
    await sanction('first', [`0x${'b'.repeat(40)}`])
    expect(await news()).toBe(0)
    await sanction('second', [WALLET])
    // For those who watch the resource, and those who watch its host.
    expect(await news()).toBe(2)
    expect(await news()).toBe(0)
    const events = await store.eventsOf(RESOURCE, 9)
    expect(events).toMatchObject([
      { kind: 'list_match', after: { value: { list: OFAC_LIST } } },
    ])
    await sanction('third', [`0x${'b'.repeat(40)}`])
    expect(await news()).toBe(2)
    expect((await store.eventsOf(RESOURCE, 1))[0]?.kind).toBe('list_cleared')
  })

  test('behavior: a host that is watched, and nothing that is not', async () => {
    const { store, news, watch, sanction } = await setUp()
    await watch('https://b.example')
    await sanction('first', [WALLET])
    expect(await news()).toBe(2)
    expect(await store.eventsOf('https://b.example', 9)).toHaveLength(1)
    expect(await store.eventsOf(RESOURCE, 9)).toEqual([])
  })
})
