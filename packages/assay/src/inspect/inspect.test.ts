import { JUDGES, replayBundle } from '@assay402/core'
import { describe, expect, test } from 'vitest'
import { OFAC_LIST } from '../lists/policy.js'
import { StoreUnavailable } from '../store/errors.js'
import type { Listing } from '../store/store.js'
import { listingOf, observationOf, offerOf } from '../store/testing/samples.js'
import { inspect } from './inspect.js'
import { NotInspectable } from './inspection.js'
import { SHARED_FOR_MS } from './shared-probes.js'
import {
  answerOf,
  type Bench,
  createBench,
  decidedBy,
  HOUR,
  NOON,
  requestOf,
} from './testing/bench.js'
import { OTHER_WALLET, openShop, USDC, WALLET } from './testing/shop.js'

describe('inspect', () => {
  test('default: the second check knows the first', async () => {
    const shop = await openShop()
    const bench = await createBench(shop)
    const first = await bench.check()
    bench.pass(HOUR)
    const second = await bench.check()
    expect(decidedBy(first)).toEqual([])
    expect(answerOf(first, 'terms')['history']).toMatchObject({
      stable_since: '2026-11-30T12:00:00Z',
      stable_for_days: 0,
    })
    expect(first.report.reputation).toEqual({ unavailable: 'no_history' })
    expect(answerOf(second, 'terms')['history']).toEqual({
      stable_for_days: 0,
      stable_since: '2026-11-30T12:00:00Z',
      last_changed: null,
      drift: false,
    })
    expect(second.bundle.decision_input).toMatchObject({
      pin: {
        pay_to: WALLET,
        since: '2026-11-30T12:00:00.000Z',
        rotating: false,
      },
    })
    expect(second.report.reputation).toMatchObject({
      band: 'insufficient_data',
      inputs: { pay_30d: 1, endpoints: 0 },
    })
    expect(shop.requests()).toBe(2)
  })

  test('default: what a check stores', async () => {
    const shop = await openShop()
    const bench = await createBench(shop)
    const { report, bundle } = await bench.check()
    const [seen] = await observed(bench)
    expect(seen).toMatchObject({
      at: NOON,
      origin: 'check',
      result: 'response',
      status: 402,
      challenge: 'valid',
      price_atomic: '10000',
      network: 'eip155:8453',
      asset: USDC,
      pay_to: WALLET,
      quote_atomic: '10000',
    })
    expect(await bench.store.evidence(seen?.evidence_id ?? '')).toEqual(
      bundle.evidence[0],
    )
    expect(await bench.store.check(report.id)).toMatchObject({
      at: NOON,
      resource_id: bench.resource_id,
      host: shop.url.slice(0, -2),
      verdict: 'pay',
      decision: 'allow',
      report,
      bundle: expect.stringContaining(report.id),
    })
    expect(await bench.store.pinOf(bench.resource_id, 'eip155:8453')).toEqual({
      resource_id: bench.resource_id,
      network: 'eip155:8453',
      pay_to: WALLET,
      since: NOON,
    })
  })

  test('behavior: a changed price is drift, a changed wallet breaks the pin', async () => {
    const shop = await openShop()
    const bench = await createBench(shop)
    await bench.check()
    bench.pass(HOUR)
    shop.sell({ amount: '20000', payTo: WALLET })
    const dearer = await bench.check()
    expect(decidedBy(dearer)).toEqual(['drift'])
    bench.pass(HOUR)
    shop.sell({ amount: '20000', payTo: OTHER_WALLET })
    const hijacked = await bench.check()
    expect(decidedBy(hijacked)).toEqual(['pay_to_changed', 'drift'])
    bench.pass(HOUR)
    // The first wallet stays pinned, however often the other is seen.
    expect(decidedBy(await bench.check())).toEqual(['pay_to_changed'])
  })

  test('behavior: offline asks nobody and writes nothing', async () => {
    const shop = await openShop()
    const bench = await createBench(shop)
    await bench.check()
    bench.pass(HOUR)
    shop.sell({ amount: '20000', payTo: WALLET })
    await bench.check()
    bench.pass(HOUR)
    const offline = await inspect(
      { ...requestOf(shop), evidence: 'stored' },
      { ...bench.tools, fetch: () => Promise.reject(new Error('asked')) },
    )
    expect(shop.requests()).toBe(2)
    // The newest look is judged against those before it, not against itself.
    expect(decidedBy(offline)).toEqual(['drift'])
    expect(answerOf(offline, 'terms')['quoted_price_usd']).toBe('0.02')
    expect(offline.report.as_of).toBe('2026-11-30T14:00:00Z')
    expect(offline.report.evidence[0]?.collected_at).toBe(
      '2026-11-30T13:00:00.000Z',
    )
    expect(await bench.store.check(offline.report.id)).toBeUndefined()
    expect(await observed(bench)).toHaveLength(2)
    expect(replayBundle(offline.bundle, JUDGES)).toMatchObject({
      result: 'identical',
    })
  })

  test('behavior: offline with nothing stored holds', async () => {
    const shop = await openShop()
    const bench = await createBench(shop)
    const offline = await bench.check({
      evidence: 'stored',
      vouched: false,
      registration: 'look_up',
    })
    expect(answerOf(offline, 'terms')).toEqual({
      unavailable: 'nothing_stored',
    })
    expect(decidedBy(offline)).toContain('terms_recheck')
    expect(shop.requests()).toBe(0)
    expect(replayBundle(offline.bundle, JUDGES)).toMatchObject({
      result: 'identical',
    })
  })

  test('behavior: a sanctioned wallet blocks, the copy of the list is named', async () => {
    const shop = await openShop()
    const bench = await createBench(shop)
    await saveOfac(bench, WALLET, NOON - HOUR)
    const blocked = await bench.check()
    expect(blocked.report.decision).toBe('block')
    expect(decidedBy(blocked)).toEqual(['sanctioned'])
    expect(blocked.report.software.lists).toEqual([
      {
        id: 'list-1',
        sha256: 'f'.repeat(64),
        published_at: '2026-11-29',
        fetched_at: '2026-11-30T11:00:00.000Z',
      },
    ])
    expect(blocked.report.evidence.map(({ kind }) => kind)).toEqual([
      'challenge',
      'sanctions',
    ])
    expect(replayBundle(blocked.bundle, JUDGES)).toMatchObject({
      result: 'identical',
    })
    bench.pass(26 * HOUR)
    const stale = await bench.check()
    expect(stale.report.decision).toBe('allow')
    expect(stale.report.reasons.map(({ code }) => code)).toContain(
      'sanctions_unknown',
    )
  })

  test('behavior: every wallet that is asked for is looked up', async () => {
    const shop = await openShop()
    const bench = await createBench(shop)
    await saveOfac(bench, OTHER_WALLET, NOON)
    shop.sell(
      { amount: '10000', payTo: WALLET },
      { amount: '10000', payTo: OTHER_WALLET },
    )
    expect(decidedBy(await bench.check())).toContain('sanctioned')
  })

  test('behavior: without a word of the caller the listing is expected', async () => {
    const shop = await openShop()
    const bench = await createBench(shop)
    await list(bench, shop.url, { offers: [offerOf('5000', WALLET)] })
    const check = await bench.check()
    expect(answerOf(check, 'terms')).toMatchObject({
      verdict: 'skip',
      reason_code: 'price_mismatch',
      expected_source: 'listing',
    })
    expect(check.bundle.decision_input).toMatchObject({
      subject: { listed: true },
      expected: {
        price_usd: '0.005',
        pay_to: WALLET,
        network: 'eip155:8453',
        source: 'listing',
      },
    })
    expect(check.report.evidence.map(({ kind }) => kind)).toContain('listing')
    bench.pass(HOUR)
    const trusting = await bench.check({ expected: { price_usd: '0.01' } })
    expect(answerOf(trusting, 'terms')).toMatchObject({
      verdict: 'pay',
      expected_source: 'request',
    })
    // What counts for the host is not what this caller expected.
    expect(await bench.store.check(trusting.report.id)).toMatchObject({
      verdict: 'skip',
      decision: expect.any(String),
    })
  })

  test('behavior: a source that lists it no more lets nothing be expected', async () => {
    const shop = await openShop()
    const bench = await createBench(shop)
    await list(bench, shop.url, { offers: [offerOf('5000', WALLET)] })
    const pass = await bench.store.beginPass('bazaar', NOON + HOUR)
    await finish(bench, pass, NOON + HOUR)
    bench.pass(2 * HOUR)
    const check = await bench.check()
    expect(answerOf(check, 'terms')['expected_source']).toBeNull()
    expect(check.report.subject.listed).toBe(false)
  })

  test('behavior: what the caller shaped stays out of history and pins', async () => {
    const shop = await openShop()
    const bench = await createBench(shop)
    const shaped = await bench.check({ headers: { 'accept-language': 'en' } })
    expect(await observed(bench)).toEqual([])
    expect(
      await bench.store.pinOf(bench.resource_id, 'eip155:8453'),
    ).toBeUndefined()
    expect(await bench.store.check(shaped.report.id)).toMatchObject({
      verdict: 'not_counted',
    })
    expect(shaped.report.evidence[0]?.source).toBe('challenge-shaped/1')
    bench.pass(HOUR)
    const next = await bench.check()
    expect(next.report.reputation).toEqual({ unavailable: 'no_history' })
  })

  test("behavior: the buyer's challenge is judged, ours stands beside it", async () => {
    const shop = await openShop({ amount: '10000', payTo: OTHER_WALLET })
    const bench = await createBench(shop)
    const mine = await openShop({ amount: '10000', payTo: WALLET })
    const got = await fetch(mine.url)
    const check = await bench.check({
      challenge: {
        status: got.status,
        headers: Object.fromEntries(got.headers),
        body: await got.text(),
        body_truncated: false,
      },
    })
    expect(answerOf(check, 'terms')['pay_to']).toBe(WALLET)
    expect(decidedBy(check)).toEqual(['cloaking'])
    expect((await observed(bench))[0]?.pay_to).toBe(OTHER_WALLET)
    expect(
      (await bench.store.pinOf(bench.resource_id, 'eip155:8453'))?.pay_to,
    ).toBe(OTHER_WALLET)
    expect(replayBundle(check.bundle, JUDGES)).toMatchObject({
      result: 'identical',
    })
  })

  test('behavior: probes of one resource are shared for 300 seconds', async () => {
    const shop = await openShop()
    const bench = await createBench(shop)
    await bench.check()
    const shared = await bench.check()
    expect(shop.requests()).toBe(1)
    expect(shared.report.decision).toBe('allow')
    expect(await bench.store.check(shared.report.id)).toMatchObject({
      verdict: 'not_counted',
    })
    bench.pass(SHARED_FOR_MS)
    await bench.check()
    expect(shop.requests()).toBe(2)
  })

  test('behavior: another process shares its probe through the store', async () => {
    const shop = await openShop()
    const bench = await createBench(shop)
    await bench.check()
    const other = await createBench(shop, {
      access: { open: async () => bench.store, note: () => {} },
    })
    const tools = { ...other.tools, probesShared: 'with_store' as const }
    const shared = await inspect(requestOf(shop), tools)
    expect(shop.requests()).toBe(1)
    expect(shared.report.decision).toBe('allow')
    other.pass(SHARED_FOR_MS)
    await inspect(requestOf(shop), tools)
    expect(shop.requests()).toBe(2)
  })

  test('behavior: three failed probes of the crawler hold', async () => {
    const shop = await openShop()
    const bench = await createBench(shop)
    await list(bench, shop.url, { offers: [offerOf('10000', WALLET)] })
    await bench.store.recordObservations(
      [1, 2, 3].map((n) =>
        observationOf(n, {
          resource_id: bench.resource_id,
          at: NOON - n * 6 * HOUR,
          result: 'timeout',
          status: null,
          challenge: 'none',
          price_atomic: null,
          network: null,
          asset: null,
          pay_to: null,
        }),
      ),
    )
    const check = await bench.check()
    expect(decidedBy(check)).toEqual(['failed_probes'])
    expect(answerOf(check, 'endpoint-health')).toMatchObject({
      usable_samples: 3,
      successful_samples: 0,
    })
    expect(check.report.reputation).toMatchObject({ inputs: { endpoints: 1 } })
  })

  test('behavior: a habit of changing wallets is not a hijack', async () => {
    const shop = await openShop({ amount: '10000', payTo: WALLET })
    const bench = await createBench(shop)
    await list(bench, shop.url, { offers: [offerOf('10000', OTHER_WALLET)] })
    await bench.store.recordObservations(
      [0, 1, 2, 3].map((n) =>
        observationOf(n + 1, {
          resource_id: bench.resource_id,
          at: NOON - 110 * HOUR + n * 36 * HOUR,
          price_atomic: '10000',
          asset: USDC,
          pay_to: `0x${String(n).repeat(40)}`,
        }),
      ),
    )
    const check = await bench.check()
    expect(decidedBy(check)).toEqual([])
    expect(check.report.reasons.map(({ code }) => code)).toContain(
      'rotating_pay_to',
    )
    expect(check.bundle.decision_input).toMatchObject({
      pin: { pay_to: `0x${'0'.repeat(40)}`, rotating: true },
    })
  })

  test('behavior: merchant knows what catalogs say of the wallet', async () => {
    const shop = await openShop()
    const bench = await createBench(shop)
    await list(bench, shop.url, {
      offers: [offerOf('10000', WALLET)],
      total_calls_30d: 40,
      unique_payers_30d: 7,
    })
    const check = await bench.check()
    expect(answerOf(check, 'merchant')).toMatchObject({
      signals: { total_tx_count: 40, unique_payers: 7 },
      source: 'catalog',
      pricing: { advertised_prices_atomic: ['10000'] },
    })
  })

  test('behavior: a store that fails is noted, and the check goes on', async () => {
    const shop = await openShop()
    const notes: string[] = []
    const broken = storeThatThrows(new StoreUnavailable('disk full'))
    const bench = await createBench(shop, {
      access: {
        open: async () => broken,
        note: (text) => notes.push(text),
      },
    })
    expect((await bench.check()).report.decision).toBe('allow')
    expect(new Set(notes)).toEqual(
      new Set(['the store was not used: disk full']),
    )
  })

  test("behavior: a fault that is not the store's own is not hidden", async () => {
    const shop = await openShop()
    const bench = await createBench(shop, {
      access: {
        open: async () => storeThatThrows(new TypeError('bug')),
        note: () => {},
      },
    })
    await expect(bench.check()).rejects.toThrow('bug')
  })

  test('behavior: what is no resource is not inspected', async () => {
    const shop = await openShop()
    const bench = await createBench(shop)
    await expect(bench.check({ url: 'ftp://x' })).rejects.toThrow(
      NotInspectable,
    )
  })

  test('behavior: every report replays identically', async () => {
    const shop = await openShop()
    const bench = await createBench(shop)
    await list(bench, shop.url, { offers: [offerOf('10000', WALLET)] })
    await saveOfac(bench, OTHER_WALLET, NOON)
    for (let i = 0; i < 3; i++) {
      const { bundle } = await bench.check()
      expect(replayBundle(bundle, JUDGES)).toEqual({
        result: 'identical',
        differences: [],
        rulebook_versions: [],
      })
      bench.pass(HOUR)
    }
    shop.answer(503)
    const { bundle, report } = await bench.check()
    expect(report.decision).toBe('hold')
    expect(replayBundle(bundle, JUDGES)).toMatchObject({ result: 'identical' })
  })
})

function storeThatThrows(error: Error): Bench['store'] {
  const fail = () => Promise.reject(error)
  return new Proxy({} as Bench['store'], {
    // It is handed through promises, which look for a `then`.
    get: (_, name) => (name === 'then' ? undefined : fail),
  })
}

function observed({ store, resource_id }: Bench) {
  return store.observationsOf({ resource_id, limit: 100 })
}

async function list(bench: Bench, url: string, more: Partial<Listing>) {
  const pass = await bench.store.beginPass('bazaar', NOON - HOUR)
  await bench.store.recordListings(pass, [listingOf(url, more)], NOON - HOUR)
  await finish(bench, pass, NOON - HOUR)
}

function finish({ store }: Bench, pass: string, at: number) {
  return store.finishPass(pass, {
    finished_at: at,
    reported_total: null,
    read: 1,
    kept: 1,
    excluded: {},
    status: 'complete',
    detail: '',
  })
}

function saveOfac({ store }: Bench, address: string, at: number) {
  return store.saveList(
    {
      id: 'list-1',
      list: OFAC_LIST,
      source_url: 'https://ofac.example/list',
      fetched_at: at,
      published_at: '2026-11-29',
      sha256: 'f'.repeat(64),
      count: 1,
      parser: 'test',
      status: 'good',
      detail: '',
    },
    [{ key: address.toLowerCase(), family: 'evm', entry: 'SOMEBODY' }],
  )
}
