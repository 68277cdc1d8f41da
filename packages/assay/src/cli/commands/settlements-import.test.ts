import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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
import { openDuckDb } from '../../settlements/duckdb/engine.js'
import { openStore } from '../../store/open-store.js'
import type { Store } from '../../store/store.js'
import { fakeWorld } from '../testing/fake-world.js'
import {
  settlementsExportCommand,
  settlementsImportCommand,
} from './settlements.js'

const NETWORK = 'eip155:8453'
const SELLER = `0x${'a1'.repeat(20)}`
const BUYER = `0x${'b1'.repeat(20)}`
const NOW = fakeWorld().now()
const EVER = { after: 0, until: NOW * 2 }

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

describe('settlementsImportCommand', () => {
  const row = {
    network: NETWORK,
    block_time: '2026-11-20T00:00:00Z',
    block: 1,
    tx: '0x1',
    log_index: 0,
    from: BUYER,
    to: SELLER,
    amount: '7',
    facilitator: null,
    class: 'probable',
  }
  const written = async (name: string, ...rows: object[]) => {
    const path = join(folder, name)
    await writeFile(
      path,
      rows.map((one) => `${JSON.stringify(one)}\n`).join(''),
    )
    return path
  }

  test('behavior: a mark of the byte order is no part of the first row', async () => {
    const jsonl = join(folder, 'marked.jsonl')
    await writeFile(jsonl, `\uFEFF${JSON.stringify(row)}\r\n`)
    const world = fakeWorld()
    await settlementsImportCommand([jsonl], { file }, world, store)
    expect(world.out()).toContain('1 added, 0 known already, 0 left out')
  })

  test('behavior: what would be another amount or wallet is left out', async () => {
    const odd = [
      { amount: 2 ** 53 },
      { amount: 0.5 },
      { amount: '1e3' },
      { amount: String(2n ** 256n - 1n) },
      { from: '=1+1' },
      { from: `0X${'B1'.repeat(20)}` },
      { to: '\u0000' },
      { tx: '\ud800' },
    ]
    const jsonl = await written(
      'odd.jsonl',
      ...odd.map((one) => ({ ...row, ...one })),
    )
    const world = fakeWorld()
    await settlementsImportCommand([jsonl], { file }, world, store)
    expect(world.out()).toContain('0 added, 0 known already, 8 left out')
  })

  test('behavior: a hash in capitals is the same transaction', async () => {
    const tx = `0x${'ab'.repeat(32)}`
    const capitals = `0x${'AB'.repeat(32)}`
    const jsonl = await written(
      'case.jsonl',
      { ...row, tx },
      { ...row, tx: capitals },
    )
    const world = fakeWorld()
    await settlementsImportCommand([jsonl], { file }, world, store)
    expect(world.out()).toContain('1 added')
  })

  test('behavior: nothing is covered that has not happened', async () => {
    const to = '2030-01-01T00:00:00Z'
    const covers = { network: NETWORK, from: '2026-10-01T00:00:00Z', to }
    const jsonl = await written('future.jsonl', { covers }, row)
    await settlementsImportCommand([jsonl], { file }, fakeWorld(), store)
    const later = NOW + 25 * 3_600_000
    expect(await readFigures(store, NETWORK, SELLER, NOW)).toMatchObject({
      status: 'available',
      at: NOW,
    })
    expect(await readFigures(store, NETWORK, SELLER, later)).toMatchObject({
      code: 'stale',
    })
    const engine = await openDuckDb({ file, threads: 1 })
    expect((await engine.coverage(NETWORK, SELLER))?.to).toBe(NOW)
    await engine.close()
  })

  test('default: takes rows in, gives Parquet out, and takes that in', async () => {
    const jsonl = await written('rows.jsonl', row, {})
    const world = fakeWorld()
    const imported = settlementsImportCommand([jsonl], { file }, world, store)
    expect(await imported).toBe(0)
    expect(world.out()).toBe(
      `${jsonl}: 1 added, 0 known already, 1 left out; figures of 0 wallets copied\n`,
    )
    const exported = fakeWorld()
    const out = join(folder, 'out')
    const json = { file, json: true }
    await settlementsExportCommand(out, json, exported, store)
    const [parquet] = JSON.parse(exported.out()).files
    const again = fakeWorld()
    await settlementsImportCommand([parquet], json, again, store)
    expect(JSON.parse(again.out())).toMatchObject({
      file: parquet,
      added: 0,
      known: 1,
      left_out: 0,
    })
    const nothing = fakeWorld()
    await settlementsExportCommand(out, { file }, nothing, store)
    expect(nothing.out()).toBe('nothing new\n')
    const engine = await openDuckDb({ file, threads: 1 })
    expect(await engine.transfers(NETWORK, SELLER, EVER)).toHaveLength(1)
    await engine.close()
  })

  test('behavior: what a file covers, by itself or by the caller', async () => {
    const span = { from: '2026-10-01T00:00:00Z', to: '2026-11-30T11:00:00Z' }
    const path = await written(
      'own.jsonl',
      { covers: { network: 'base', ...span } },
      row,
    )
    const world = fakeWorld()
    await settlementsImportCommand([path], { file, json: true }, world, store)
    expect(JSON.parse(world.out())).toMatchObject({ left_out: 0, copied: 1 })
    expect(await readFigures(store, NETWORK, SELLER, NOW)).toMatchObject({
      at: Date.parse(span.to),
      counterparty_settlement: { source: 'files' },
    })
    const covers = `${span.from}..2026-11-30T12:00:00Z`
    const out = join(folder, 'covering')
    await settlementsExportCommand(out, { file }, fakeWorld(), store)
    const [parquet] = await readdir(out)
    const named = { file, covers }
    const given = [join(out, parquet as string)]
    await settlementsImportCommand(given, named, fakeWorld(), store)
    const engine = await openDuckDb({ file, threads: 1 })
    expect((await engine.coverage(NETWORK, SELLER))?.to).toBe(NOW)
    await engine.close()
    const broken = await written('broken.jsonl', row, {})
    await expect(
      settlementsImportCommand([broken], { file, covers }, fakeWorld(), store),
    ).rejects.toThrow('1 rows cannot be read, so it covers nothing')
    await expect(
      settlementsImportCommand(
        [path],
        { file, covers: 'x' },
        fakeWorld(),
        store,
      ),
    ).rejects.toMatchObject({ exitCode: 64 })
  })

  test('behavior: files that are none', async () => {
    const run = (name: string) =>
      settlementsImportCommand(
        [join(folder, name)],
        { file: ':memory:' },
        fakeWorld(),
        null,
      )
    await expect(run('missing.csv')).rejects.toMatchObject({ exitCode: 65 })
    await expect(run('missing.parquet')).rejects.toMatchObject({ exitCode: 65 })
    await expect(run('missing.jsonl')).rejects.toMatchObject({ exitCode: 65 })
    await expect(run('what')).rejects.toMatchObject({ exitCode: 65 })
  })
})
