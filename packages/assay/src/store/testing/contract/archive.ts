import { readFile, stat, truncate, writeFile } from 'node:fs/promises'
import { gunzipSync, gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { StoreFault } from '../../errors.js'
import { openStore } from '../../open-store.js'
import { restoreStore } from '../../restore-store.js'
import type { Store } from '../../store.js'
import {
  challengeOf,
  idOf,
  listingOf,
  observationOf,
  storedChallenge,
  T0,
} from '../samples.js'
import {
  type OpenSubject,
  sqliteUnused,
  subjectIn,
  subjectOf,
} from '../subject.js'

export function describeArchive(open: OpenSubject): void {
  describe('backup, restoreStore', () => {
    const subject = subjectOf(open)

    test('default: a copy holds everything, and the store goes on', async () => {
      const { store, file } = subject()
      await fill(store)
      await store.backup(file('one.backup'))
      expect((await stat(file('one.backup'))).size).toBeGreaterThan(1_000)
      await store.appendEvidence([storedChallenge(99_999)])
      const target = file('restored.db')
      await restoreStore(file('one.backup'), target)
      const restored = await openStore(target)
      try {
        await expectFilled(restored)
        expect(await restored.evidence(idOf(99_999))).toBeUndefined()
        const [last] = (await restored.evidenceFrom(0, 9_999)).slice(-1)
        await restored.appendEvidence([storedChallenge(99_998)])
        const [next] = await restored.evidenceFrom(last?.position ?? 0, 9)
        expect(next?.record).toEqual(challengeOf(99_998))
      } finally {
        await restored.close()
      }
    })

    test('behavior: either engine takes the backup of either', async () => {
      const { store, file } = subject()
      await store.backup(file('two.backup'))
      const other = await open()
      const file2 = other.file('three.backup')
      try {
        // A store that was opened but never used counts as new.
        await restoreStore(file('two.backup'), other.where)
        await expectFilled(other.store)
        expect(
          await other.store.appendEvidence([storedChallenge(99_997)]),
        ).toBe(1)
        await other.store.backup(file2)
        const lite = await subjectIn(sqliteUnused)
        await restoreStore(file2, lite.where)
        await expectFilled(lite.store)
        await lite.dispose()
      } finally {
        await other.dispose()
      }
    })

    test('behavior: a store that holds data is left alone', async () => {
      const { store, file, where } = subject()
      await store.backup(file('four.backup'))
      await expect(restoreStore(file('four.backup'), where)).rejects.toThrow(
        'holds data already',
      )
    })

    test.each([
      ['no backup', async (f: string) => writeFile(f, 'hello, world, hello')],
      ['cut short', async (f: string) => truncate(f, 700)],
      [
        'of a newer schema',
        (f: string) => edited(f, /"schema":\d+/, '"schema":99'),
      ],
      [
        'with a row gone',
        (f: string) => edited(f, /\n\[[^\n]*\n\{"end/, '\n{"end'),
      ],
      ['without its end', (f: string) => edited(f, /\{"end.*\n/, '')],
      [
        'with a table of its own',
        (f: string) => edited(f, /"table":"clock"/, '"table":"x"'),
      ],
      ['with no JSON', (f: string) => edited(f, /\n\[/, '\n(')],
    ])(
      'throws on an archive %s, and leaves the target empty',
      async (_, spoil) => {
        const { store, file } = subject()
        const path = file('spoilt.backup')
        await store.backup(path)
        if (store.dialect === 'sqlite') return
        await spoil(path)
        const target = await subjectIn(sqliteUnused)
        try {
          await expect(restoreStore(path, target.where)).rejects.toThrow(
            StoreFault,
          )
          expect(await target.store.evidenceFrom(0, 1)).toEqual([])
          await restoreNothing(target.file('none'))
        } finally {
          await target.dispose()
        }
      },
    )
  })
}

async function restoreNothing(file: string): Promise<void> {
  await expect(restoreStore(file, `${file}.db`)).rejects.toThrow(StoreFault)
}

async function edited(file: string, what: RegExp, by: string): Promise<void> {
  const text = gunzipSync(await readFile(file)).toString()
  expect(text).toMatch(what)
  await writeFile(file, gzipSync(text.replace(what, by)))
}

async function fill(store: Store): Promise<void> {
  await store.appendObserved(
    Array.from({ length: 600 }, (_, i) => ({
      evidence: storedChallenge(i),
      observation: observationOf(i),
    })),
  )
  const pass = await store.beginPass('bazaar', T0)
  await store.recordListings(
    pass,
    [listingOf('https://a.example/', { title: 'NUL \0' })],
    T0,
  )
  await store.saveList(
    {
      id: 'snap',
      list: 'ofac',
      source_url: 'u',
      fetched_at: T0,
      published_at: null,
      sha256: 's',
      count: 1,
      parser: '1',
      status: 'good',
      detail: '',
    },
    [{ key: 'k', family: 'evm', entry: 'e' }],
  )
  await store.saveScore({
    rulebook: 'terms',
    version: '1',
    subject: 's',
    as_of: T0,
    score: 0.5,
    output: {},
  })
  await store.takeTurn('turn.example', 1)
  await serve(store)
}

const QUOTA = { scope: 's', subject: 'me', from: T0, until: T0 + 9, limit: 3 }

async function serve(store: Store): Promise<void> {
  await store.takeQuota([QUOTA], { key: 'k', until: 9e15 })
  await store.beginPayment({
    id: 'p',
    at: T0,
    route: 'GET /x',
    request_sha256: 'r',
    payer: null,
    network: 'n',
    nonce: null,
    amount_atomic: '1',
    state: 'settling',
    answer: '{"é":1}',
    settlement: null,
  })
  await store.appendSpendEvents('me', 0, [{ n: 1 }, { n: 2 }])
  await store.reserveBudget({
    budget: 'b',
    month: '2026-11',
    key: 'k',
    amount_atomic: '5',
    limit_atomic: '9',
  })
}

async function expectServed(store: Store): Promise<void> {
  const once = { key: 'k', until: 9e15 }
  expect(await store.takeQuota([QUOTA], once)).toEqual({
    taken: true,
    repeated: true,
    used: [1],
  })
  expect((await store.payment('p'))?.answer).toBe('{"é":1}')
  expect(await store.appendSpendEvents('me', 2, [])).toBe(2)
  expect(await store.spendEvents('me', 1, 9)).toEqual([
    { position: 2, event: { n: 2 } },
  ])
  expect(await store.budgetSpent('b', '2026-11')).toBe('5')
  const { entries } = await store.directory({ sort: 'price', limit: 9 })
  expect(entries.map((one) => one.price_atomic)).toEqual(['1000'])
  expect(await store.trackedWallets('eip155:8453', null, 9)).toHaveLength(1)
}

async function expectFilled(store: Store): Promise<void> {
  const rows = await store.evidenceFrom(0, 600)
  expect(rows.map(({ record }) => record)).toEqual(
    Array.from({ length: 600 }, (_, i) => challengeOf(i)),
  )
  expect(await store.matches('ofac', ['k'])).toHaveLength(1)
  expect((await store.scoreOf('terms', 's'))?.score).toBe(0.5)
  const { resource_id } = listingOf('https://a.example/')
  expect((await store.listingsOf(resource_id))[0]?.title).toBe('NUL \0')
  expect(await store.nextDue()).toBe(T0)
  const [seen] = await store.observationsOf({
    resource_id: observationOf(7).resource_id,
    limit: 1,
  })
  expect(seen).toEqual(observationOf(7))
  await expectServed(store)
}
