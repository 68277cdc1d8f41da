import { describe, expect, test } from 'vitest'
import type { ListEntry, ListSnapshot } from '../store/store.js'
import { loadList } from './matchers.js'
import { OFAC_LIST } from './policy.js'
import { removeList } from './remove.js'
import { feedsOf, sanctionsFor, screeningFor } from './screening.js'
import { listsStatus } from './status.js'
import { createMemoryListStore } from './testing/memory-list-store.js'

const HOUR = 3_600_000
const FETCHED = Date.parse('2026-11-30T00:00:00Z')
const EVM = '0x8589427373D6D84E98730D7795D8f6f8731FDA16'
const SOL = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'

const snapshotOf = (
  list: string,
  more: Partial<ListSnapshot> = {},
): ListSnapshot => ({
  id: `${list}-1`,
  list,
  source_url: 'https://example.com/list',
  fetched_at: FETCHED,
  published_at: null,
  sha256: '0'.repeat(64),
  count: 1,
  parser: 'test/1',
  status: 'good',
  detail: 'as it was',
  ...more,
})

const entry = (key: string, family: string, text = key): ListEntry => ({
  key,
  family,
  entry: text,
})

const storeWith = async (lists: Readonly<Record<string, ListEntry[]>>) => {
  const store = createMemoryListStore()
  for (const [list, entries] of Object.entries(lists))
    await store.saveList(snapshotOf(list), entries)
  return store
}

const ofac = [
  entry(EVM.toLowerCase(), 'eip155', 'ETH: A (SDN 1)'),
  entry(SOL, 'solana', 'SOL: B (SDN 2)'),
]

describe('sanctionsFor', () => {
  test('default', async () => {
    const store = await storeWith({ [OFAC_LIST]: ofac })
    const asked = [EVM, EVM, SOL, SOL.toLowerCase(), 'cosmos1', '__proto__']
    expect(await sanctionsFor(store, asked, FETCHED)).toEqual({
      status: 'fresh',
      matches: [
        { address: EVM, list: OFAC_LIST, entry: 'ETH: A (SDN 1)' },
        { address: SOL, list: OFAC_LIST, entry: 'SOL: B (SDN 2)' },
      ],
      snapshot: snapshotOf(OFAC_LIST),
    })
  })

  test.each([
    [26 * HOUR, 'fresh'],
    [26 * HOUR + 1, 'stale'],
    [0, 'fresh'],
    [-1, 'stale'],
  ])('%i ms after it was fetched: %s', async (age, status) => {
    const store = await storeWith({ [OFAC_LIST]: ofac })
    const answer = await sanctionsFor(store, [EVM], FETCHED + age)
    expect(answer.status).toBe(status)
    expect(answer.matches).toHaveLength(1)
  })

  test('behavior: no list, no opinion', async () => {
    const store = createMemoryListStore()
    const missing = { status: 'missing', matches: [], snapshot: null }
    expect(await sanctionsFor(store, [EVM], FETCHED)).toEqual(missing)
    await store.saveList(snapshotOf(OFAC_LIST), ofac)
    expect((await sanctionsFor(store, [], FETCHED)).matches).toEqual([])
    const tools = { store, now: () => FETCHED, newId: () => 'gone' }
    await removeList(OFAC_LIST, tools)
    expect(await sanctionsFor(store, [EVM], FETCHED)).toEqual(missing)
  })
})

const feeds = {
  'feed:b': [entry(EVM.toLowerCase(), 'eip155'), entry('evil.com', 'domain')],
  'feed:a': [
    entry('evil.com', 'domain'),
    entry('good.evil.com', 'allow'),
    entry('github.io', 'host'),
  ],
}

describe('screeningFor', () => {
  test.each<[string | undefined, string[], string[]]>([
    ['evil.com', [], ['a: evil.com', 'b: evil.com']],
    ['WWW.Evil.com.', [], ['a: evil.com', 'b: evil.com']],
    ['x.good.evil.com', [], ['b: evil.com']],
    ['github.io', [], ['a: github.io']],
    ['me.github.io', [], []],
    ['fine.com', [EVM, EVM.toLowerCase()], [`b: ${EVM.toLowerCase()}`]],
    [undefined, [EVM], [`b: ${EVM.toLowerCase()}`]],
    [undefined, ['evil.com'], []],
    ['not a host', [], []],
  ])('%s %j', async (host, addresses, expected) => {
    const store = await storeWith({ ...feeds, [OFAC_LIST]: ofac })
    const found = await screeningFor(store, { host, addresses })
    expect(found.map(({ feed, entry }) => `${feed}: ${entry}`)).toEqual(
      expected,
    )
  })

  test('behavior: a feed taken out of use says nothing', async () => {
    const store = await storeWith(feeds)
    await removeList('feed:a', {
      store,
      now: () => FETCHED,
      newId: () => 'gone',
    })
    expect(await feedsOf(store)).toEqual(['feed:b'])
    const found = await screeningFor(store, { host: 'evil.com', addresses: [] })
    expect(found).toEqual([{ feed: 'b', entry: 'evil.com' }])
  })
})

describe('loadList', () => {
  test('default', async () => {
    const store = await storeWith(feeds)
    const a = await loadList(store, 'feed:a')
    const b = await loadList(store, 'feed:b')
    expect(a?.snapshot_id).toBe('feed:a-1')
    expect(a?.name('x.evil.com')).toBe('evil.com')
    expect(a?.name('good.evil.com')).toBeUndefined()
    expect(b?.address(EVM)).toBe(EVM.toLowerCase())
    expect(await loadList(store, 'feed:c')).toBeUndefined()
  })
})

describe('listsStatus', () => {
  test('default', async () => {
    const store = await storeWith({ [OFAC_LIST]: ofac, ...feeds })
    const refused = { status: 'refused', count: 0 } as const
    await store.saveList(
      snapshotOf(OFAC_LIST, {
        ...refused,
        fetched_at: FETCHED + HOUR,
        detail: 'cut: 1',
      }),
      [],
    )
    await store.saveList(
      snapshotOf(OFAC_LIST, {
        ...refused,
        fetched_at: FETCHED + 2 * HOUR,
        detail: 'cut: 2',
      }),
      [],
    )
    await store.saveList(
      snapshotOf('feed:a', {
        ...refused,
        fetched_at: FETCHED - 1,
        detail: 'before',
      }),
      [],
    )
    const rows = await listsStatus(store, FETCHED + 27 * HOUR)
    expect(rows[0]).toEqual({
      list: OFAC_LIST,
      status: 'stale',
      source: 'https://example.com/list',
      published_at: null,
      fetched_at: '2026-11-30T00:00:00.000Z',
      age_seconds: 27 * 3_600,
      sha256: '0'.repeat(64),
      count: 1,
      snapshot_id: `${OFAC_LIST}-1`,
      detail: 'as it was',
      refused: { at: '2026-11-30T02:00:00.000Z', detail: 'cut: 2' },
    })
    expect(
      rows.map(({ list, status, refused }) => [list, status, refused?.detail]),
    ).toEqual([
      [OFAC_LIST, 'stale', 'cut: 2'],
      ['facilitators', 'missing', undefined],
      ['feed:a', 'fresh', undefined],
      ['feed:b', 'fresh', undefined],
      ['public-suffixes', 'built_in', undefined],
      ['confusables', 'built_in', undefined],
    ])
  })
})
