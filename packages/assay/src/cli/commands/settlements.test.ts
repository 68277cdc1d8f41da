import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CANONICAL_USDC } from '@assay402/core'
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  test,
} from 'vitest'
import { readFigures } from '../../known/settled-figures.js'
import { createSettlementDesk } from '../../settlements/desk/desk.js'
import { evmReader } from '../../settlements/desk/evm-reader.js'
import { runSettlementJobs } from '../../settlements/desk/jobs.js'
import { NO_SOURCES } from '../../settlements/desk/sources.js'
import { openDuckDb } from '../../settlements/duckdb/engine.js'
import { createFakeChain } from '../../settlements/evm/testing/fake-chain.js'
import { serveRpc } from '../../settlements/evm/testing/serve-rpc.js'
import { NO_OWN_WALLETS } from '../../settlements/figures/own-wallets.js'
import {
  createFakeSolana,
  walletOf,
} from '../../settlements/solana/testing/fake-solana.js'
import { openStore } from '../../store/open-store.js'
import type { Store } from '../../store/store.js'
import { listingOf, offerOf } from '../../store/testing/samples.js'
import { fakeWorld } from '../testing/fake-world.js'
import {
  settlementsExportCommand,
  settlementsImportCommand,
  settlementsSyncCommand,
} from './settlements.js'
import { settlementsStatusCommand } from './settlements-status.js'

const NETWORK = 'eip155:8453'
const SELLER = `0x${'a1'.repeat(20)}`
const BUYER = `0x${'b1'.repeat(20)}`
const SENDER = `0x${'f1'.repeat(20)}`
/** The fake world's now, less the blocks that are read. */
const NOW = fakeWorld().now()
const HEAD = 3_000_000
const START = NOW - HEAD * 2_000

let folder: string
let store: Store
let file: string
let files = 0

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-settlements-cli-'))
})
afterAll(() => rm(folder, { recursive: true }))
beforeEach(async () => {
  store = await openStore(':memory:')
  files += 1
  file = join(folder, `${files}.duckdb`)
})
afterEach(() => store.close())

const flags = (fields = {}) => ({
  rpc: [],
  network: [],
  wallet: [],
  days: '31',
  allowHost: [],
  file,
  ...fields,
})

async function chainServer() {
  const fake = createFakeChain(START)
  fake.setHead(HEAD)
  const pay = (block: number, to = SELLER) =>
    fake.add({
      block,
      from: BUYER,
      to,
      amount: 5n,
      nonce: block,
      sender: SENDER,
    })
  const server = await serveRpc(fake.rpc)
  const given = {
    rpc: ['http://127.0.0.1:1/down', server.url],
    allowHost: [new URL(server.url).host, '127.0.0.1:1'],
  }
  return { pay, given, fake, close: () => server.close() }
}

describe('settlementsSyncCommand', () => {
  test('default: wallets of catalogs, through the only way out, figures copied', async () => {
    const pass = await store.beginPass('bazaar', 1)
    const offers = [offerOf('1', SELLER)]
    await store.recordListings(
      pass,
      [listingOf('https://a.example/', { offers })],
      1,
    )
    const chain = await chainServer()
    chain.pay(HEAD - 700)
    const world = fakeWorld('', { env: { ASSAY_PAY_TO: SELLER } })
    const run = () => settlementsSyncCommand(flags(chain.given), world, store)
    expect(await run()).toBe(0)
    expect(world.out()).toBe(
      `${NETWORK}: 1 wallets read up to block ${HEAD}, 1 transfers added, 0 replaced; figures of 1 wallets copied\n`,
    )
    const read = await readFigures(store, NETWORK, SELLER, NOW)
    expect(read).toMatchObject({
      status: 'available',
      at: NOW - 40_000,
      self: true,
      counterparty_settlement: {
        source: 'rpc-logs',
        transfers: [{ from: BUYER, amount_atomic: '5' }],
      },
      merchant_activity: { total_tx_count: 1 },
    })
    await run()
    await chain.close()
    const status = fakeWorld()
    await settlementsStatusCommand({ file }, status, store)
    expect(status.out()).toBe(
      `${file}: nobody uses it
${NETWORK}: 1 wallets in catalogs; figures: 1 available, read up to ${iso(NOW - 40_000)} – ${iso(NOW - 40_000)}
solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp: 0 wallets in catalogs; figures: none
`,
    )
  }, 90_000)

  test('behavior: Solana, and wallets by name, which are read on', async () => {
    const fake = createFakeSolana()
    const wallet = walletOf(1)
    fake.pay({
      slot: 5,
      feePayer: walletOf(3),
      transfers: [[walletOf(2), wallet, 10_000]],
    })
    const server = await serveRpc(fake.rpc)
    const world = fakeWorld()
    const given = {
      rpc: [`solana=${server.url}`],
      allowHost: [new URL(server.url).host],
      json: true,
    }
    const run = (more: object) =>
      settlementsSyncCommand(flags({ ...given, ...more }), world, store)
    await run({ wallet: [wallet] })
    await run({})
    await server.close()
    const [first, second] = world
      .out()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    const report = { removed: 0, up_to: 'slot 1000', wallets: 1, delisted: 0 }
    expect(first).toMatchObject({ ...report, added: 1, copied: 1 })
    expect(second).toMatchObject({ ...report, added: 0 })
  })

  test('behavior: names what is missing or wrong', async () => {
    const run = (fields: object, env: Record<string, string> = {}) =>
      settlementsSyncCommand(
        flags({ file: ':memory:', ...fields }),
        fakeWorld('', { env }),
        store,
      )
    const url = 'http://127.0.0.1:1/secret'
    const named = { wallet: [SELLER], rpc: [url], allowHost: ['127.0.0.1:1'] }
    await expect(run({})).rejects.toThrow('there is nobody to ask')
    await expect(run({ rpc: [url] })).rejects.toThrow('no catalog was read yet')
    await expect(run({ ...named, wallet: ['x'] })).rejects.toThrow(
      'is no wallet',
    )
    await expect(run({ ...named, days: '0' })).rejects.toThrow('--days')
    await expect(run({ ...named, rate: '0' })).rejects.toThrow('rate')
    await expect(run({ ...named, source: 'x' })).rejects.toThrow('--source')
    await expect(run({ ...named, source: 'cdp' })).rejects.toThrow(
      'ASSAY_CDP_TOKEN',
    )
    await expect(run({ ...named, network: ['solana'] })).rejects.toMatchObject({
      exitCode: 69,
      message: expect.stringContaining('nobody can be asked about solana:'),
    })
    await expect(run({ ...named, rpc: ['ftp://x'] })).rejects.toMatchObject({
      exitCode: 64,
    })
    await expect(run({ ...named, rpc: [`near=${url}`] })).rejects.toThrow(
      'the USDC of "near" is not known',
    )
    const refused = await run(named).catch((error) => error)
    expect(refused.exitCode).toBe(69)
    expect(refused.message).not.toContain('secret')
    const file = join(folder, 'own.json')
    await writeFile(file, '{"wallets":[{"role":"x"}]}')
    await expect(run({ ...named, disclosures: file })).rejects.toMatchObject({
      exitCode: 65,
    })
  })

  test('behavior: while another process owns the file a job is left for it', async () => {
    const chain = await chainServer()
    chain.pay(HEAD - 700)
    const engine = await openDuckDb({ file, threads: 1 })
    const world = fakeWorld()
    const sync = flags({ ...chain.given, wallet: [SELLER] })
    expect(await settlementsSyncCommand(sync, world, store)).toBe(0)
    await settlementsImportCommand(['/nowhere.csv'], { file }, world, store)
    await settlementsExportCommand(join(folder, 'jobs'), { file }, world, store)
    expect(world.out()).toMatch(
      /belongs to process \d+, which is running; it was asked to do this: job /,
    )
    const alone = settlementsExportCommand('x', { file }, world, null)
    await expect(alone).rejects.toMatchObject({ exitCode: 69 })
    const token = CANONICAL_USDC[NETWORK] as string
    const { rpc } = chain.fake
    const { now, sleep } = world
    const desk = createSettlementDesk({
      engine,
      store,
      sources: NO_SOURCES,
      readers: [evmReader({ network: NETWORK, token, rpc, sleep })],
      own: NO_OWN_WALLETS,
      now,
    })
    expect(await runSettlementJobs({ store, desk })).toBe(3)
    const jobs = await store.settlementJobs(9)
    expect(
      jobs.map(({ kind, state, detail }) => [kind, state, detail]).sort(),
    ).toEqual([
      ['export', 'done', expect.stringContaining('.parquet')],
      ['import', 'failed', expect.stringContaining('/nowhere.csv')],
      ['sync', 'done', expect.stringContaining('"added":1')],
    ])
    expect(await readdir(join(folder, 'jobs'))).toHaveLength(1)
    expect(await readFigures(store, NETWORK, SELLER, NOW)).toMatchObject({
      status: 'available',
    })
    await engine.close()
    await chain.close()
  }, 90_000)

  test('behavior: who owns the file next does what is left, if it can', async () => {
    const chain = await chainServer()
    chain.pay(HEAD - 700)
    const engine = await openDuckDb({ file, threads: 1 })
    const world = fakeWorld()
    const sync = flags({ ...chain.given, wallet: [SELLER] })
    await settlementsSyncCommand(sync, world, store)
    await settlementsExportCommand(join(folder, 'left'), { file }, world, store)
    await engine.close()
    const states = async () =>
      (await store.settlementJobs(9)).map(({ state }) => state)
    // It has nobody to ask: what is to be read stays for one that has.
    await settlementsExportCommand(join(folder, 'own'), { file }, world, store)
    expect(await states()).toEqual(['queued', 'queued'])
    await settlementsSyncCommand(sync, world, store)
    expect(await states()).toEqual(['done', 'done'])
    await chain.close()
  }, 90_000)
})

function iso(ms: number): string {
  return new Date(ms).toISOString()
}
