import { resourceId } from '@assay402/core'
import { describe, expect, onTestFinished, test } from 'vitest'
import { readComparables, readMarket } from '../known/market.js'
import { settledNetworks } from '../known/settled.js'
import { OFAC_LIST } from '../lists/policy.js'
import { openStore } from '../store/open-store.js'
import type { Listing, Observation, Store } from '../store/store.js'
import {
  listingOf,
  observationOf,
  offerOf,
  T0,
} from '../store/testing/samples.js'
import { recompute } from './recompute.js'

const SLOT = 21_600_000
const DAY = 4 * SLOT
const BASE = 'eip155:8453'
const A = `0x${'a'.repeat(40)}`
const B = `0x${'b'.repeat(40)}`

const idOf = (url: string) => resourceId(`GET ${url}`)
const url = (host: string) => `https://${host}.example/x`

async function setUp(listings: readonly Listing[]) {
  const store = await openStore(':memory:', { now: () => T0 })
  onTestFinished(() => store.close())
  const pass = await store.beginPass('bazaar', T0 - 10 * DAY)
  await store.recordListings(pass, listings, T0 - 10 * DAY)
  let seen = 0
  return {
    store,
    look: (of: string, more: Partial<Observation> = {}) =>
      store.recordObservations([
        observationOf(seen++, {
          resource_id: idOf(of),
          at: T0,
          pay_to: A,
          quality_code: 'quality_ok',
          ...more,
        }),
      ]),
  }
}

async function score(store: Store, rulebook: string, subject: string) {
  return (await store.scoreOf(rulebook, subject))?.output
}

describe('recompute', () => {
  test('default: health, reputation, medians, pins of what was observed', async () => {
    const hosts = ['a', 'b', 'c']
    const { store, look } = await setUp(
      hosts.map((host, i) =>
        listingOf(url(host), {
          tags: ['Random'],
          description: null,
          title: 'storage',
          offers: [offerOf(String(100 + i), A)],
        }),
      ),
    )
    for (const [i, host] of hosts.entries())
      await look(url(host), { quote_atomic: String(1_000 * (i + 1)) })
    await look('https://unlisted.example/x')
    const now = T0 + 1_000
    expect(await recompute(store, { now })).toEqual({
      changed: expect.arrayContaining(hosts.map((host) => idOf(url(host)))),
      endpoints: 3,
      hosts: 3,
      categories: 1,
      repriced: 0,
    })
    expect(await readMarket(store, 'Random', now)).toEqual({
      category: 'Random',
      as_of: '2026-11-30T15:00:01.000Z',
      median_atomic: '2000',
      hosts: 3,
      rows: 3,
      quotes: [
        { host: 'a.example', price_atomic: '1000' },
        { host: 'b.example', price_atomic: '2000' },
        { host: 'c.example', price_atomic: '3000' },
      ],
    })
    expect(await readMarket(store, 'Random', now + 27 * 3_600_000)).toBe(
      undefined,
    )
    expect(await score(store, 'endpoint-health', idOf(url('c')))).toMatchObject(
      {
        score: null,
        category: 'Random',
        components: {
          availability: { points: 40 },
          price: { points: 8 },
          domain_age: { points: null },
          sanctions: { points: null },
        },
      },
    )
    expect(
      await score(store, 'terms-reputation', 'https://a.example'),
    ).toMatchObject({
      host: 'https://a.example',
      inputs: { endpoints: 1, observations_total: 1 },
    })
    expect(await store.pinOf(idOf(url('a')), BASE)).toMatchObject({
      pay_to: A,
      since: T0,
    })
    expect(await readComparables(store, 'storage', new Set(), now)).toEqual(
      expect.arrayContaining(['100', '101', '102']),
    )
    expect(
      await readComparables(store, 'storage', new Set([`eip155:${A}`]), now),
    ).toEqual([])
  })

  test('behavior: the next run judges only what changed since', async () => {
    const { store, look } = await setUp(
      ['a', 'b'].map((h) => listingOf(url(h))),
    )
    await look(url('a'))
    await look(url('b'))
    await recompute(store, { now: T0 + DAY })
    await look(url('b'), {
      at: T0 + DAY + SLOT,
      status: 500,
      challenge: 'none',
    })
    const now = T0 + DAY + SLOT + 1
    expect(await recompute(store, { now })).toMatchObject({
      changed: [idOf(url('b'))],
      endpoints: 1,
      hosts: 1,
    })
    const ofA = await store.scoreOf('endpoint-health', idOf(url('a')))
    const ofB = await store.scoreOf('endpoint-health', idOf(url('b')))
    expect([ofA?.as_of, ofB?.as_of]).toEqual([T0 + DAY, now])
    expect(ofB?.output).toMatchObject({
      successful_samples: 1,
      usable_samples: 2,
    })
  })

  test('behavior: looks that were written late are not missed', async () => {
    const { store, look } = await setUp([listingOf(url('a'))])
    await recompute(store, { now: T0 + 60_000 })
    await look(url('a'), { at: T0 })
    expect(await recompute(store, { now: T0 + 120_000 })).toMatchObject({
      endpoints: 1,
    })
  })

  test('behavior: a moved median judges anew whom it touches, and no other', async () => {
    const hosts = ['a', 'b', 'c', 'd']
    const { store, look } = await setUp(
      hosts.map((host) => listingOf(url(host), { tags: ['AI'] })),
    )
    const prices = ['1000', '1000', '2000', '9000']
    for (const [i, host] of hosts.entries())
      await look(url(host), { quote_atomic: prices[i] as string })
    await recompute(store, { now: T0 + SLOT })
    // 1500 before, 2000 after: 1000 stays at or under it, 2000 comes under it,
    // 9000 is above five times 1500 and under five times 2000.
    await look(url('a'), { at: T0 + DAY / 2, quote_atomic: '3000' })
    const now = T0 + DAY / 2 + 1
    expect(await recompute(store, { now })).toMatchObject({
      changed: [idOf(url('a'))],
      repriced: 2,
      hosts: 1,
    })
    const asOf = await Promise.all(
      hosts.map(
        async (host) =>
          (await store.scoreOf('endpoint-health', idOf(url(host))))?.as_of,
      ),
    )
    expect(asOf).toEqual([now, T0 + SLOT, now, now])
  })

  test('behavior: registrations and the list are those of the store', async () => {
    const { store, look } = await setUp([listingOf(url('a'))])
    await store.saveRegistration({
      domain: 'a.example',
      status: 'known',
      registered_at: '2020-01-01T00:00:00Z',
      reason: null,
      fetched_at: T0,
      expires_at: T0 + DAY,
    })
    const save = (key: string, fetched_at: number) =>
      store.saveList(
        {
          id: key,
          list: OFAC_LIST,
          source_url: 'https://ofac.example',
          fetched_at,
          published_at: '2026-11-30',
          sha256: key.slice(2).repeat(2).slice(0, 64),
          count: 1,
          parser: 'test',
          status: 'good',
          detail: '',
        },
        [{ key, family: 'evm', entry: 'SOMEBODY' }],
      )
    await save(B, T0)
    await look(url('a'))
    await recompute(store, { now: T0 + 1 })
    expect(await score(store, 'endpoint-health', idOf(url('a')))).toMatchObject(
      {
        components: {
          domain_age: { points: 10 },
          sanctions: { points: 15 },
        },
      },
    )
    await save(A, T0 + 1)
    await recompute(store, { now: T0 + 2, since: 0 })
    expect(await score(store, 'endpoint-health', idOf(url('a')))).toMatchObject(
      {
        score: 0,
      },
    )
  })

  test('behavior: a wallet kept for a week is remembered', async () => {
    const { store, look } = await setUp([listingOf(url('a'))])
    await look(url('a'), { at: T0 - 7 * DAY })
    await look(url('a'), { at: T0 - 1 })
    await recompute(store, { now: T0 })
    expect(await settledNetworks(store, idOf(url('a')))).toEqual(new Set())
    await look(url('a'), { at: T0 })
    await recompute(store, { now: T0 })
    expect(await settledNetworks(store, idOf(url('a')))).toEqual(
      new Set([BASE]),
    )
    await recompute(store, { now: T0 + 1, since: 0 })
    const kept = await store.scoreOf('settled-pay-to', idOf(url('a')))
    expect(kept?.as_of).toBe(T0)
  })

  test('behavior: a run by a clock that was years ahead holds up no other', async () => {
    const { store, look } = await setUp([listingOf(url('a'))])
    await look(url('a'))
    const later = Date.UTC(2039, 1, 28)
    await recompute(store, { now: later })
    const now = T0 + 3_600_000
    await look(url('a'), { at: now - 1_800_000, result: 'timeout' })
    expect(await recompute(store, { now })).toMatchObject({ endpoints: 1 })
    const health = await store.scoreOf('endpoint-health', idOf(url('a')))
    expect(health?.as_of).toBe(now)
    const next = await recompute(store, { now: now + 3_600_000 })
    expect(next).toMatchObject({ changed: [] })
  })
})
