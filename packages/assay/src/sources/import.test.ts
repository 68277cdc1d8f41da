import { resourceId } from '@assay402/core'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openStore } from '../store/open-store.js'
import { createBazaarSource } from './bazaar.js'
import { importCatalog } from './import.js'
import {
  CatalogFailure,
  type CatalogPage,
  type CatalogSource,
} from './source.js'
import { fakeCatalog, item, items } from './testing/fake-catalog.js'
import { createMemoryCatalog } from './testing/memory-catalog.js'

const NOW = Date.parse('2026-11-30T12:00:00Z')
const options = { now: () => NOW }

function sourceOf(
  pages: readonly (readonly unknown[] | CatalogPage | Error)[],
): CatalogSource {
  return {
    id: 'fake',
    async *read() {
      for (const page of pages) {
        if (page instanceof Error) throw page
        yield Array.isArray(page)
          ? { entries: page, reported_total: null, partial: null }
          : (page as CatalogPage)
      }
    },
  }
}

const offer = item(1).accepts[0]
const paying = (payTo: string, lastUpdated: string) =>
  item(1, { lastUpdated, accepts: [{ ...offer, payTo }] })
const OTHER = '0xe15fC38F6D8c56aF07bbCBe3BAf5708A2Bf42392'

describe('importCatalog', () => {
  test('default: everything read is kept or counted with its reason', async () => {
    const store = createMemoryCatalog()
    const progress: number[] = []
    const page: CatalogPage = {
      entries: [
        ...items(0, 2),
        item(2, { accepts: [offer, { ...offer, payTo: undefined }] }),
        item(1),
        item(4, { resource: 'mcp://tool/x' }),
        item(5, { accepts: [] }),
        7,
        item(6, { resource: 'https://a.example/x/:id' }),
      ],
      reported_total: 8,
      partial: null,
      excluded: { other_origin: 2, no_url: 0 },
    }
    const result = await importCatalog(sourceOf([page]), store, {
      ...options,
      onProgress: ({ read }) => progress.push(read),
    })
    expect(result).toEqual({
      id: 'pass-0',
      source: 'fake',
      reported_total: 8,
      read: 10,
      kept: 3,
      excluded: {
        path_template: 1,
        other_origin: 2,
        repeated: 1,
        not_http: 1,
        no_terms: 1,
        not_an_entry: 1,
      },
      status: 'complete',
      detail: '',
      changes: { added: 3, changed: 0, payees_changed: 0, seen_again: 0 },
      shapes: { v2: 7, other: 1 },
      left_out_offers: { pay_to_missing: 1 },
    })
    const { changes, shapes, left_out_offers, ...pass } = result
    expect(store.passes).toEqual([
      { ...pass, started_at: NOW, finished_at: NOW },
    ])
    expect(progress).toEqual([10])
  })

  test('behavior: what changes between two passes', async () => {
    const store = createMemoryCatalog()
    const pass = (page: readonly unknown[]) =>
      importCatalog(sourceOf([page]), store, options)
    await pass([item(0), item(1), item(2)])
    const { changes } = await pass([
      item(0),
      paying(OTHER, '2026-11-20T00:00:00Z'),
      item(2, { accepts: [{ ...offer, amount: '2000' }] }),
      item(3),
    ])
    expect(changes).toEqual({
      added: 1,
      changed: 2,
      payees_changed: 1,
      seen_again: 1,
    })
  })

  test('behavior: of an entry that comes twice in a page, the last updated holds', async () => {
    const first = offer?.payTo ?? ''
    const payees = async (...pages: readonly (readonly unknown[])[]) => {
      const store = createMemoryCatalog()
      const source = sourceOf(pages)
      const { kept, excluded } = await importCatalog(source, store, options)
      expect({ kept, excluded }).toEqual({ kept: 1, excluded: { repeated: 1 } })
      return store.listings('fake').map(({ offers }) => offers[0]?.pay_to)
    }
    const paid = (payTo: string, day: string) =>
      paying(payTo, `${day}T00:00:00Z`)
    const later = paid(OTHER, '2026-11-02')
    expect(await payees([paid(first, '2026-11-01'), later])).toEqual([OTHER])
    expect(await payees([paid(first, '2026-11-02'), later])).toEqual([first])
    expect(await payees([paid(first, '2026-11-03'), later])).toEqual([first])
    expect(await payees([paid(first, 'unreadable'), later])).toEqual([OTHER])
    // A date to come says nothing.
    const toCome = paid(OTHER, '2027-11-02')
    expect(await payees([paid(first, '2026-11-01'), toCome])).toEqual([first])
    // What was recorded with an earlier page stays.
    expect(await payees([paid(first, '2026-11-01')], [later])).toEqual([first])
  })

  test('behavior: a page never hands the store a resource twice', async () => {
    const rows: number[] = []
    const memory = createMemoryCatalog()
    const store: typeof memory = {
      ...memory,
      recordListings: (pass, listings, at) => {
        rows.push(listings.length)
        return memory.recordListings(pass, listings, at)
      },
    }
    const page = [
      paying(offer?.payTo ?? '', '2026-11-01T00:00:00Z'),
      paying(OTHER, '2026-11-02T00:00:00Z'),
    ]
    await importCatalog(sourceOf([page]), store, options)
    expect(rows).toEqual([1])
    expect(memory.listings('fake')[0]?.offers[0]?.pay_to).toBe(OTHER)
  })

  test('behavior: examples of one declared route are one listing', async () => {
    const store = createMemoryCatalog()
    const extensions = { bazaar: { routeTemplate: '/w/:city', info: {} } }
    const at = (city: string) =>
      item(1, { resource: `https://a.example/w/${city}`, extensions })
    const { kept } = await importCatalog(
      sourceOf([[at('paris'), at('rome')]]),
      store,
      options,
    )
    expect(kept).toBe(1)
    expect(store.listings('fake')).toMatchObject([
      {
        url: 'https://a.example/w/paris',
        catalog_key: 'https://a.example/w/:city',
      },
    ])
  })

  test('behavior: the tools of an MCP server are one listing, in any order', async () => {
    const tool = (toolName: string, amount: string, more: object) =>
      item('mcp', {
        accepts: [{ ...offer, amount }],
        extensions: { bazaar: { info: { input: { type: 'mcp', toolName } } } },
        ...more,
      })
    const tools = [
      tool('b', '2', { description: 'two', tags: ['y', 'x'] }),
      tool('a', '1', { serviceName: 'S', description: 'one' }),
      tool('c', '1', {}),
    ]
    const listings = async (entries: readonly unknown[]) => {
      const store = createMemoryCatalog()
      const result = await importCatalog(sourceOf([entries]), store, options)
      expect(result).toMatchObject({ kept: 1, excluded: { repeated: 2 } })
      return store.listings('fake')
    }
    const listed = await listings(tools)
    expect(listed).toMatchObject([
      {
        type: 'mcp',
        method: 'POST',
        title: 'S',
        description: 'one',
        tags: ['x', 'y'],
      },
    ])
    expect(listed[0]?.offers.map(({ price_atomic }) => price_atomic)).toEqual([
      '1',
      '2',
    ])
    expect(await listings([...tools].reverse())).toEqual(listed)
  })

  test('behavior: a source that fails', async () => {
    const store = createMemoryCatalog()
    const failure = new CatalogFailure('http_404', 'status 404')
    const detail = 'http_404: status 404'
    expect(
      await importCatalog(sourceOf([failure]), store, options),
    ).toMatchObject({
      status: 'failed',
      detail: `${detail}; nothing_listed`,
      read: 0,
    })
    expect(
      await importCatalog(sourceOf([items(0, 2), failure]), store, options),
    ).toMatchObject({ status: 'partial', detail, read: 2, kept: 2 })
    expect(store.passes.map(({ status }) => status)).toEqual([
      'failed',
      'partial',
    ])
  })

  test('behavior: an empty catalog never unlists what was there', async () => {
    const store = createMemoryCatalog()
    const run = (page: readonly unknown[]) =>
      importCatalog(sourceOf([page]), store, options)
    const detail = 'nothing_listed'
    expect(await run([])).toMatchObject({ status: 'failed', detail })
    expect(await run([7])).toMatchObject({ status: 'partial', detail })
  })

  test('behavior: any other error is thrown, the pass ended', async () => {
    const store = createMemoryCatalog()
    const run = importCatalog(sourceOf([new Error('bug')]), store, options)
    await expect(run).rejects.toThrow('bug')
    expect(store.passes).toMatchObject([{ status: 'failed', detail: 'bug' }])
  })

  test('behavior: stops when told to, what was read stays', async () => {
    const store = createMemoryCatalog()
    const stop = new AbortController()
    const result = await importCatalog(
      sourceOf([items(0, 2), items(2, 4)]),
      store,
      { ...options, signal: stop.signal, onProgress: () => stop.abort() },
    )
    expect(result).toMatchObject({
      status: 'partial',
      detail: 'aborted',
      kept: 2,
    })
  })

  test('behavior: private hosts are listed only when allowed', async () => {
    const page = [item(1, { resource: 'http://127.0.0.1:4021/paid' })]
    const run = (allowHosts?: ReadonlySet<string>) =>
      importCatalog(sourceOf([page]), createMemoryCatalog(), {
        ...options,
        allowHosts,
      })
    expect(await run()).toMatchObject({ excluded: { not_public: 1 } })
    expect(await run(new Set(['127.0.0.1:4021']))).toMatchObject({ kept: 1 })
  })

  test('behavior: into the real store, with its history', async () => {
    let now = NOW
    const store = await openStore(':memory:', { now: () => NOW })
    onTestFinished(() => store.close())
    const pass = (page: readonly unknown[]) => {
      now += 60_000
      return importCatalog(sourceOf([page]), store, { now: () => now })
    }
    const first = await pass([item(0), item(1), item(2), 7])
    const second = await pass([item(0), paying(OTHER, ''), item(3)])
    expect([first.changes, second.changes]).toEqual([
      { added: 3, changed: 0, payees_changed: 0, seen_again: 0 },
      { added: 1, changed: 1, payees_changed: 1, seen_again: 1 },
    ])
    const id = resourceId('GET https://seller-1.example/paid')
    const spans = await store.listingsOf(id)
    expect(
      spans.map(({ offers, first_seen }) => [offers[0]?.pay_to, first_seen]),
    ).toEqual([
      [OTHER, NOW + 120_000],
      [offer?.payTo, NOW + 60_000],
    ])
    expect(await store.goneSince('fake', now)).toEqual([
      resourceId('GET https://seller-2.example/paid'),
    ])
    expect(
      (await store.passes(2)).map(({ read, kept, excluded, status }) => ({
        read,
        kept,
        excluded,
        status,
      })),
    ).toEqual([
      { read: 3, kept: 3, excluded: {}, status: 'complete' },
      { read: 4, kept: 3, excluded: { not_an_entry: 1 }, status: 'complete' },
    ])
  })

  test('behavior: a whole Bazaar over the network', async () => {
    const { server, tools } = await fakeCatalog(({ limit, offset }) => ({
      body: {
        x402Version: 2,
        items: items(offset, Math.min(offset + limit, 1_200)),
        pagination: { limit, offset, total: 1_200 },
      },
    }))
    const source = createBazaarSource({ ...tools, baseUrl: server.url })
    const result = await importCatalog(source, createMemoryCatalog(), options)
    expect(result).toMatchObject({
      source: 'cdp',
      reported_total: 1_200,
      kept: 1_200,
      status: 'complete',
    })
  })
})
