import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openShop, WALLET } from '../../inspect/testing/shop.js'
import { openDuckDb } from '../../settlements/duckdb/engine.js'
import { copyFigures } from '../../settlements/figures/copy-figures.js'
import { followedHops } from '../../settlements/figures/hop-cut.js'
import { ownWalletsOf } from '../../settlements/figures/own-wallets.js'
import { transferOf, walletOf } from '../../settlements/testing/ledger.js'
import { openStore } from '../../store/open-store.js'
import { runProgram } from '../program.js'
import { fakeWorld } from '../testing/fake-world.js'

const NETWORK = 'eip155:8453'
const NOW = fakeWorld().now()
const DAY = 86_400_000

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-check-settled-'))
})
afterAll(() => rm(folder, { recursive: true }))

/** A store in which the wallet's settlements are known. */
async function settledStore(buyers: number, each: number): Promise<string> {
  const db = join(folder, `${buyers}-${each}.db`)
  const store = await openStore(db)
  const engine = await openDuckDb({ file: ':memory:', threads: 1 })
  const transfers = Array.from({ length: buyers * each }, (_, i) =>
    transferOf({
      from: walletOf('buyer', i % buyers),
      to: WALLET,
      at: NOW - DAY,
    }),
  )
  const span = { from: NOW - 90 * DAY, to: NOW }
  const coverage = { wallets: 'all' as const, ...span }
  await engine.append({ network: NETWORK, transfers, coverage })
  const role = 'bootstrap' as const
  const wallets = [{ network: 'base', wallet: walletOf('buyer', 0), role }]
  await copyFigures(
    {
      reads: engine,
      store,
      own: ownWalletsOf({ wallets }, []),
      hops: followedHops(engine, async () => ({
        read: new Set(),
        hubs: new Set(),
      })),
      source: 'rpc-logs',
      now: () => NOW,
    },
    { network: NETWORK, tracked: [WALLET], changed: 'unknown' },
  )
  await engine.close()
  await store.close()
  return db
}

async function run(args: readonly string[], now = NOW) {
  const world = { ...fakeWorld(), now: () => now }
  const exitCode = await runProgram(args, world)
  return { exitCode, out: world.out(), err: world.err() }
}

describe('checkCommand', () => {
  test.each([
    ['of few transfers, each of them', 6, 2],
    ['of many transfers, their sums', 6, 100],
  ])('behavior: settlements are judged: %s', async (_, buyers, each) => {
    const db = await settledStore(buyers, each)
    const shop = await openShop()
    const bundle = join(folder, 'bundle.json')
    const args = ['check', shop.url, '--allow-host', shop.host, '--db', db]
    const { out } = await run([...args, '--json', '--bundle', bundle])
    const { rulebooks, evidence } = JSON.parse(out)
    expect(rulebooks.counterparty).toMatchObject({
      verdict: 'trusted',
      confidence: 1,
      real_buyer_count: 5,
      repeat_buyer_rate: 1,
      totals: { settlements: buyers * each },
      disclosures: [{ wallet: walletOf('buyer', 0), why: 'bootstrap' }],
      source: 'bazaar;rpc-logs;402-probe',
    })
    expect(rulebooks.merchant).toMatchObject({
      source: 'settlements_30d',
      signals: { total_tx_count: buyers * each, unique_payers: buyers },
    })
    expect(evidence).toContainEqual(
      expect.objectContaining({
        kind: 'settlement_summary',
        collected_at: '2026-11-30T12:00:00.000Z',
      }),
    )
    expect((await readFile(bundle)).length).toBeLessThan(100_000)
    const replayed = await run(['replay', bundle])
    expect(replayed.out).toContain('identical')
  })

  test('behavior: figures of yesterday are not judged', async () => {
    const db = await settledStore(6, 1)
    const shop = await openShop()
    const args = ['check', shop.url, '--allow-host', shop.host, '--db', db]
    const { out } = await run([...args, '--json'], NOW + DAY + 1)
    const { rulebooks, evidence } = JSON.parse(out)
    expect(rulebooks.counterparty).toMatchObject({
      verdict: 'caution',
      wash_trading_ratio: null,
      feeds: { settlement: false },
    })
    const kinds = (evidence as { kind: string }[]).map(({ kind }) => kind)
    expect(kinds).not.toContain('settlement_summary')
  })
})
