import { describe, expect, test } from 'vitest'
import type { ListEntry, ListSnapshot } from '../../store.js'
import { T0 } from '../samples.js'
import { type OpenSubject, subjectOf } from '../subject.js'

export function describeLists(open: OpenSubject): void {
  describe('lists', () => {
    const subject = subjectOf(open)

    test('default: a list is swapped in whole and matched by key', async () => {
      const { store } = subject()
      expect(await store.currentList('ofac')).toBeUndefined()
      expect(await store.matches('ofac', ['a'])).toEqual([])
      const one = snapshotOf(1, { count: 2_500 })
      await store.saveList(one, many(2_500))
      expect(await store.currentList('ofac')).toEqual(one)
      expect(await collected(store.listEntries('snap 1'))).toHaveLength(2_500)
      expect(
        await store.matches('ofac', ['k7', 'none', 'k7', 'k2499']),
      ).toEqual([entryOf('k2499'), entryOf('k7')])
      const all = Array.from({ length: 2_500 }, (_, i) => `k${i}`)
      expect(await store.matches('ofac', all)).toHaveLength(2_500)
    })

    test('behavior: a refused list keeps its reason and serves nobody', async () => {
      const { store } = subject()
      const refused = snapshotOf(2, { status: 'refused', detail: 'empty\0' })
      await store.saveList(refused, [])
      expect((await store.currentList('ofac'))?.id).toBe('snap 1')
      expect(await store.listHistory(9)).toEqual([
        refused,
        snapshotOf(1, { count: 2_500 }),
      ])
      expect(await collected(store.listEntries('snap 2'))).toEqual([])
    })

    test('behavior: one that fails on the way changes nothing', async () => {
      const { store, raw } = subject()
      await expect(store.saveList(snapshotOf(3), broken())).rejects.toThrow(
        'lost',
      )
      expect((await store.currentList('ofac'))?.id).toBe('snap 1')
      expect(await store.matches('ofac', ['k1'])).toEqual([entryOf('k1')])
      const [left] = await raw('select count(*) as n from list_entries')
      expect(Number(left?.['n'])).toBe(2_500)
    })

    test('behavior: the same content again stores no entries', async () => {
      const { store } = subject()
      const again = snapshotOf(4, { sha256: 'digest 1', count: 2_500 })
      await store.saveList(again, broken())
      expect(await store.currentList('ofac')).toEqual(again)
      expect(await store.matches('ofac', ['k1'])).toEqual([entryOf('k1')])
    })

    test('behavior: the list before stays readable, older entries go', async () => {
      const { store, raw } = subject()
      await store.saveList(snapshotOf(5), many(3))
      expect(await collected(store.listEntries('snap 4'))).toHaveLength(2_500)
      await store.saveList(snapshotOf(6), [
        { key: 'n\0ul', family: 'evm', entry: 'a\\b' },
      ])
      expect(await collected(store.listEntries('snap 1'))).toEqual([])
      expect(await collected(store.listEntries('snap 5'))).toHaveLength(3)
      expect(await store.matches('ofac', ['n\0ul'])).toEqual([
        { key: 'n\0ul', family: 'evm', entry: 'a\\b' },
      ])
      const [left] = await raw('select count(*) as n from list_entries')
      expect(Number(left?.['n'])).toBe(4)
    })

    test('behavior: lists do not mix, and a snapshot is saved once', async () => {
      const { store } = subject()
      await store.saveList(snapshotOf(7, { list: 'phishing' }), many(1))
      await store.saveList(snapshotOf(7, { list: 'phishing' }), many(9))
      expect(await store.matches('phishing', ['k0', 'k5'])).toEqual([
        entryOf('k0'),
      ])
      expect((await store.currentList('ofac'))?.id).toBe('snap 6')
    })

    test('behavior: a load that nobody finished is cleared away', async () => {
      const { store, raw } = subject()
      await raw(
        "update list_snapshots set status = 'loading' where list = 'phishing'",
      )
      expect(await store.currentList('phishing')).toBeUndefined()
      await store.saveList(
        snapshotOf(8, { list: 'phishing', fetched_at: T0 + 9_000_000 }),
        many(2),
      )
      const rows = await raw(
        "select id from list_snapshots where list = 'phishing'",
      )
      expect(rows).toEqual([{ id: 'snap 8' }])
    })
  })
}

function snapshotOf(
  number: number,
  more: Partial<ListSnapshot> = {},
): ListSnapshot {
  return {
    id: `snap ${number}`,
    list: 'ofac',
    source_url: 'https://lists.example/sdn.xml',
    fetched_at: T0 + number,
    published_at: null,
    sha256: `digest ${number}`,
    count: 3,
    parser: '1',
    status: 'good',
    detail: '',
    ...more,
  }
}

function entryOf(key: string): ListEntry {
  return { key, family: 'evm', entry: `entry of ${key}` }
}

function many(count: number): ListEntry[] {
  return Array.from({ length: count }, (_, i) => entryOf(`k${i}`))
}

async function* broken(): AsyncGenerator<ListEntry> {
  yield* many(1_500)
  throw new Error('lost')
}

async function collected(entries: AsyncIterable<ListEntry>) {
  const all: ListEntry[] = []
  for await (const entry of entries) all.push(entry)
  return all
}
