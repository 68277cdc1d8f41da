import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDuckDb } from '../../settlements/duckdb/engine.js'
import { createFakeChain } from '../../settlements/evm/testing/fake-chain.js'
import { serveRpc } from '../../settlements/evm/testing/serve-rpc.js'
import { fakeWorld } from '../testing/fake-world.js'
import {
  settlementsExportCommand,
  settlementsImportCommand,
  settlementsSyncCommand,
} from './settlements.js'

const NETWORK = 'eip155:8453'
const SELLER = `0x${'a1'.repeat(20)}`
const START = Date.parse('2026-11-29T00:00:00Z')
const EVER = { after: 0, until: START * 2 }
const NOTHING = { tracked: async () => [], facilitators: async () => [] }
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-settlements-cli-'))
})
afterAll(() => rm(folder, { recursive: true }))

const flags = (fields = {}) => ({
  rpc: [],
  network: 'base',
  wallet: [],
  days: '30',
  allowHost: [],
  ...fields,
})

describe('settlementsSyncCommand', () => {
  test('default: reads tracked wallets through the only way out', async () => {
    const fake = createFakeChain(START)
    const sender = `0x${'f1'.repeat(20)}`
    const buyer = `0x${'b1'.repeat(20)}`
    fake.add({
      block: 7,
      from: buyer,
      to: SELLER,
      amount: 5n,
      nonce: 1,
      sender,
    })
    fake.setHead(100)
    const server = await serveRpc(fake.rpc)
    const file = join(folder, 'sync.duckdb')
    const world = fakeWorld()
    const code = await settlementsSyncCommand(
      flags({
        file,
        rpc: ['http://127.0.0.1:1/down', server.url],
        allowHost: [new URL(server.url).host, '127.0.0.1:1'],
      }),
      world,
      {
        tracked: async () => [SELLER, 'a Solana wallet'],
        facilitators: async () => [sender],
      },
    )
    await server.close()
    expect(code).toBe(0)
    expect(world.out()).toBe(
      'eip155:8453: 1 wallets read up to block 100, 1 transfers added, 0 replaced\n',
    )
    const engine = await openDuckDb({ file, threads: 1 })
    const rows = await engine.transfers(NETWORK, SELLER, EVER)
    expect(rows).toMatchObject([{ class: 'strong', facilitator: sender }])
    await engine.close()
  })

  test('behavior: names what is missing or wrong', async () => {
    const run = (fields: object, sources = NOTHING) =>
      settlementsSyncCommand(
        flags({ file: ':memory:', ...fields }),
        fakeWorld(),
        sources,
      )
    await expect(run({})).rejects.toThrow('no catalog was read yet')
    await expect(run({ wallet: ['x'] })).rejects.toThrow('is no wallet')
    await expect(run({ wallet: [SELLER] })).rejects.toThrow('no JSON-RPC')
    await expect(run({ network: 'solana' })).rejects.toThrow('--network')
    await expect(run({ days: '0' })).rejects.toThrow('--days')
    const refused = run({ wallet: [SELLER], rpc: ['http://127.0.0.1:1/'] })
    await expect(refused).rejects.toMatchObject({ exitCode: 69 })
  })

  test('behavior: a file in use is not touched', async () => {
    const file = join(folder, 'used.duckdb')
    const engine = await openDuckDb({ file, threads: 1 })
    await expect(
      settlementsImportCommand(['x.csv'], { file }, fakeWorld()),
    ).rejects.toMatchObject({ exitCode: 69 })
    await engine.close()
  })
})

describe('settlementsImportCommand', () => {
  test('default: takes rows in, gives Parquet out, and takes that in', async () => {
    const row = {
      network: NETWORK,
      block_time: '2026-11-20T00:00:00Z',
      block: 1,
      tx: '0x1',
      log_index: 0,
      from: `0x${'b1'.repeat(20)}`,
      to: SELLER,
      amount: '7',
      facilitator: null,
      class: 'probable',
    }
    const jsonl = join(folder, 'rows.jsonl')
    await writeFile(jsonl, `${JSON.stringify(row)}\n{}\n`)
    const file = join(folder, 'import.duckdb')
    const world = fakeWorld()
    expect(await settlementsImportCommand([jsonl], { file }, world)).toBe(0)
    expect(world.out()).toBe(`${jsonl}: 1 added, 0 known already, 1 left out\n`)
    const exported = fakeWorld()
    const out = join(folder, 'out')
    const json = { file, json: true }
    await settlementsExportCommand(out, json, exported)
    const [parquet] = JSON.parse(exported.out()).files
    const again = fakeWorld()
    await settlementsImportCommand([parquet], json, again)
    expect(JSON.parse(again.out())).toEqual({
      file: parquet,
      added: 0,
      known: 1,
      left_out: 0,
    })
    const nothing = fakeWorld()
    await settlementsExportCommand(out, { file }, nothing)
    expect(nothing.out()).toBe('nothing new\n')
  })

  test('behavior: files that are none', async () => {
    const run = (name: string) =>
      settlementsImportCommand(
        [join(folder, name)],
        { file: ':memory:' },
        fakeWorld(),
      )
    await expect(run('missing.csv')).rejects.toMatchObject({ exitCode: 65 })
    await expect(run('missing.parquet')).rejects.toMatchObject({ exitCode: 65 })
    await expect(run('missing.jsonl')).rejects.toMatchObject({ exitCode: 65 })
    await expect(run('what')).rejects.toMatchObject({ exitCode: 64 })
  })
})
