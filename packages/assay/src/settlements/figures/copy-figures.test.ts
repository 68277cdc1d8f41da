import { counterparty, merchant } from '@assay402/core'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  readFigures,
  readSettlementLists,
} from '../../known/settled-figures.js'
import { type DuckDbEngine, openDuckDb } from '../duckdb/engine.js'
import { settlementFeed } from '../feeds/counterparty.js'
import { merchantActivity } from '../feeds/merchant.js'
import {
  ledgerOf,
  NETWORK,
  NOW,
  NOW_MS,
  transferOf,
  walletOf,
} from '../testing/ledger.js'
import { watchChanges } from './changed-wallets.js'
import { type CopyTools, copyFigures, delistFigures } from './copy-figures.js'
import { followedHops } from './hop-cut.js'
import { NO_OWN_WALLETS, ownWalletsOf } from './own-wallets.js'
import { memoryFigures } from './testing/memory-figures.js'

const DAY = 86_400_000
const LONG = { from: NOW_MS - 90 * DAY, to: NOW_MS }
const nobody = { read: new Set<string>(), hubs: new Set<string>() }

let engine: DuckDbEngine
let store: ReturnType<typeof memoryFigures>

beforeEach(async () => {
  engine = await openDuckDb({ file: ':memory:', threads: 1 })
  store = memoryFigures()
})
afterEach(() => engine.close())

const tools = (fields: Partial<CopyTools> = {}): CopyTools => ({
  reads: engine,
  store,
  own: NO_OWN_WALLETS,
  hops: followedHops(engine, async () => nobody),
  source: 'rpc-logs',
  now: () => NOW_MS,
  ...fields,
})
const copy = (tracked: string[], fields: Partial<CopyTools> = {}) =>
  copyFigures(tools(fields), { network: NETWORK, tracked, changed: 'unknown' })
const covered = (transfers: ReturnType<typeof transferOf>[], span = LONG) =>
  engine.append({
    network: NETWORK,
    transfers,
    coverage: { wallets: 'all', ...span },
  })
const seller = walletOf('seller', 1)
const judge = (settlement: object, fields: object = {}) =>
  counterparty.judge({
    now: NOW,
    subject: seller,
    network: NETWORK,
    pay_to: seller,
    settlement,
    ...fields,
  })

describe('copyFigures', () => {
  test('default: what is copied is judged as every transfer is', async () => {
    const { transfers, hops } = ledgerOf(20, 7)
    await covered(transfers)
    await engine.append({ network: NETWORK, transfers: hops, kind: 'hops' })
    const sellers = Array.from({ length: 20 }, (_, i) => walletOf('seller', i))
    await copy(sellers)
    for (const wallet of sellers) {
      const read = await readFigures(store, NETWORK, wallet, NOW_MS)
      if (read.status !== 'available') throw new Error(read.code)
      const ask = { network: NETWORK, wallet, now: NOW }
      const feed = await settlementFeed(engine, ask, 'rpc-logs', 0)
      const fields = { subject: wallet, pay_to: wallet }
      expect(judge(read.counterparty_settlement, fields)).toEqual(
        judge(feed, fields),
      )
      const activity = await merchantActivity(engine, ask)
      const merchantOf = (given: object | undefined) =>
        merchant.judge({ now: NOW, wallet, indexed: true, activity: given })
      if (activity !== undefined)
        expect(merchantOf(read.merchant_activity)).toEqual(merchantOf(activity))
    }
  }, 60_000)

  test('behavior: of many transfers only the sums are kept', async () => {
    const rows = Array.from({ length: 501 }, (_, i) =>
      transferOf({ from: walletOf('buyer', i % 20), to: seller }),
    )
    await covered(rows)
    await copy([seller])
    const read = await readFigures(store, NETWORK, seller, NOW_MS)
    if (read.status !== 'available') throw new Error(read.code)
    expect(Object.keys(read.counterparty_settlement)).toEqual([
      'status',
      'source',
      'figures',
    ])
    const ask = { network: NETWORK, wallet: seller, now: NOW }
    const feed = await settlementFeed(engine, ask, 'rpc-logs', 0)
    expect(judge(read.counterparty_settlement)).toEqual(judge(feed))
  })

  test('behavior: lists say who paid and what came back', async () => {
    const [one, two, three] = [1, 2, 3].map((i) => walletOf('buyer', i)) as [
      string,
      string,
      string,
    ]
    const at = NOW_MS - DAY
    await covered([
      transferOf({ from: one, to: seller, amount: 600n, at }),
      transferOf({ from: two, to: seller, amount: 300n, at }),
      transferOf({ from: seller, to: seller, amount: 100n, at }),
      transferOf({ from: seller, to: two, amount: 40n, class: 'none', at }),
      transferOf({ from: seller, to: three, amount: 50n, class: 'none', at }),
    ])
    await copy([seller])
    const found = await readSettlementLists(store, NETWORK, seller)
    expect(found?.lists).toMatchObject({
      totals: { volume_atomic: '1000', washed_volume_atomic: '400' },
      payers: [
        { wallet: one, share: 0.6, washed: 'no' },
        { wallet: two, share: 0.3, washed: 'loop' },
        { wallet: seller, share: 0.1, washed: 'self' },
      ],
      payers_left_out: 0,
      loops: [{ wallet: two, sent_atomic: '40', settled_atomic: '300' }],
      daily: [{ day: '2026-11-29', tx_count: 3, volume_atomic: '1000' }],
      cut: null,
    })
  })

  test('behavior: wallets that nobody read are a cut', async () => {
    const own = { wallets: [seller], ...LONG }
    await engine.append({
      network: NETWORK,
      transfers: [
        transferOf({ from: walletOf('buyer', 1), to: seller }),
        transferOf({ from: seller, to: walletOf('middle', 1) }),
      ],
      coverage: own,
    })
    await copy([seller])
    const [row] = store.saved
    expect(row?.figures).toMatchObject({
      lists: { cut: { hubs: [], unread: 1 } },
    })
  })

  test('behavior: only wallets whose rows changed, and what grows old', async () => {
    const other = walletOf('seller', 2)
    const watched = watchChanges(engine)
    await watched.engine.append({
      network: NETWORK,
      transfers: [seller, other].map((to) =>
        transferOf({ from: walletOf('buyer', 1), to }),
      ),
      coverage: { wallets: 'all', ...LONG },
    })
    const run = (now = NOW_MS) =>
      copyFigures(tools({ now: () => now }), {
        network: NETWORK,
        tracked: [seller, other],
        changed: watched.changed.take(NETWORK),
      })
    expect(await run()).toEqual({ copied: 2, delisted: 0 })
    expect(await run()).toEqual({ copied: 0, delisted: 0 })
    await watched.engine.append({
      network: NETWORK,
      transfers: [transferOf({ from: walletOf('buyer', 2), to: other })],
    })
    expect(await run()).toEqual({ copied: 1, delisted: 0 })
    expect(await run(NOW_MS + DAY / 2 + 1)).toEqual({ copied: 2, delisted: 0 })
  })

  test('behavior: operator wallets are no buyers and mark our own score', async () => {
    const buyers = Array.from({ length: 6 }, (_, i) => walletOf('buyer', i))
    await covered(buyers.map((from) => transferOf({ from, to: seller })))
    const wallet = walletOf('buyer', 0)
    const own = ownWalletsOf(
      {
        wallets: [
          { network: 'base', wallet, role: 'bootstrap' },
          { network: 'base', wallet: walletOf('buyer', 9), role: 'other' },
        ],
      },
      [seller],
    )
    await copy([seller], { own })
    const read = await readFigures(store, NETWORK, seller, NOW_MS)
    if (read.status !== 'available') throw new Error(read.code)
    const { excluded_wallets, self } = read
    expect(
      judge(read.counterparty_settlement, { excluded_wallets, self }),
    ).toMatchObject({
      real_buyer_count: 5,
      disclosures: [{ wallet, why: 'bootstrap' }],
      source: 'bazaar;rpc-logs;self=true',
    })
  })

  test('behavior: what fails is delisted, and comes back', async () => {
    await covered([transferOf({ from: walletOf('buyer', 1), to: seller })])
    const reads = {
      ...engine,
      payers: async () => {
        throw new Error('broken')
      },
    }
    expect(await copy([seller], { reads })).toEqual({ copied: 1, delisted: 1 })
    const code = async () => {
      const read = await readFigures(store, NETWORK, seller, NOW_MS)
      return read.status === 'available' ? 'available' : read.code
    }
    expect(await code()).toBe('delisted')
    await copy([seller])
    expect(await code()).toBe('available')
    const at = NOW_MS
    const gone = { network: NETWORK, wallets: [seller], at, why: 'chain' }
    await delistFigures(store, gone)
    expect(await code()).toBe('delisted')
  })
})

describe('readFigures', () => {
  const codeAt = async (now: number) => {
    const read = await readFigures(
      store,
      'base',
      seller.toUpperCase().replace('0X', '0x'),
      now,
    )
    return read.status === 'available' ? 'available' : read.code
  }

  test('default: fresh for 24 hours, by what was read', async () => {
    expect(await codeAt(NOW_MS)).toBe('not_read')
    const to = NOW_MS - 3_600_000
    await covered([], { ...LONG, to })
    await copy([seller])
    expect(await codeAt(to + DAY)).toBe('available')
    expect(await codeAt(to + DAY + 1)).toBe('stale')
    expect(await codeAt(to - 60_000)).toBe('available')
    expect(await codeAt(to - 60_001)).toBe('stale')
    const read = await readFigures(store, NETWORK, seller, NOW_MS)
    expect(read).toMatchObject({
      merchant_activity: { total_tx_count: 0, unique_payers: 0 },
    })
  })

  test('behavior: a window that was not read whole is not served', async () => {
    await covered([], { from: NOW_MS - 29 * DAY, to: NOW_MS })
    await copy([seller])
    expect(await codeAt(NOW_MS)).toBe('not_covered')
    expect(await readSettlementLists(store, NETWORK, seller)).toBeDefined()
  })

  test('behavior: what does not fit is never served', async () => {
    const row = { network: NETWORK, wallet: seller, at: NOW_MS }
    await store.saveFigures([{ ...row, figures: { status: 'available' } }])
    expect(await codeAt(NOW_MS)).toBe('delisted')
    expect(await readSettlementLists(store, NETWORK, seller)).toBe(undefined)
  })
})
