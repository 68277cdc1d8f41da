import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { windowAt } from '../feeds/window.js'
import { csvRows, importRows, jsonLines } from '../files/import-rows.js'
import { SettlementsInUse, settlementsOwner } from '../owner-lock.js'
import { ledgerOf, NETWORK, NOW, NOW_MS, walletOf } from '../testing/ledger.js'
import type { Transfer } from '../transfer.js'
import { openDuckDb } from './engine.js'

const WINDOW = windowAt(NOW)
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-settlements-'))
})
afterAll(() => rm(folder, { recursive: true }))

const { transfers } = ledgerOf(12, 7)
const figuresOf = async (engine: {
  allFigures: Awaited<ReturnType<typeof openDuckDb>>['allFigures']
}) =>
  (await engine.allFigures(NETWORK, WINDOW, [])).sort((a, b) =>
    a.wallet < b.wallet ? -1 : 1,
  )

describe('the settlement file', () => {
  test('default: what was stored is there again', async () => {
    const file = join(folder, 'again.duckdb')
    const first = await openDuckDb({ file, threads: 1 })
    await first.append({ network: NETWORK, transfers })
    const before = await figuresOf(first)
    await first.close()
    const second = await openDuckDb({ file, threads: 1 })
    expect(await figuresOf(second)).toEqual(before)
    await second.compact()
    expect(await figuresOf(second)).toEqual(before)
    await second.close()
  })

  test('behavior: one living process owns it', async () => {
    const file = join(folder, 'owned.duckdb')
    const engine = await openDuckDb({ file, threads: 1 })
    expect(settlementsOwner(file)).toBe(process.pid)
    await expect(openDuckDb({ file })).rejects.toThrow(SettlementsInUse)
    await engine.close()
    expect(settlementsOwner(file)).toBe(undefined)
    // A process that is gone does not keep it.
    await writeFile(`${file}.owner`, '4194304999')
    const next = await openDuckDb({ file, threads: 1 })
    await next.close()
    await writeFile(`${file}.owner`, 'nonsense')
    await (await openDuckDb({ file, threads: 1 })).close()
  })

  test('behavior: a file of the first layout gets what it lacks', async () => {
    const file = join(folder, 'first.duckdb')
    const engine = await openDuckDb({ file, threads: 1 })
    await engine.append({ network: NETWORK, transfers })
    const before = await figuresOf(engine)
    await engine.close()
    const { DuckDBInstance } = await import('@duckdb/node-api')
    const instance = await DuckDBInstance.create(file)
    const connection = await instance.connect()
    for (const table of ['windows', 'pairs', 'changes'])
      await connection.run(`DROP TABLE standing_${table}`)
    await connection.run('DROP TABLE standing')
    await connection.run('UPDATE layout SET version = 1')
    connection.closeSync()
    instance.closeSync()
    const again = await openDuckDb({ file, threads: 1 })
    expect(await figuresOf(again)).toEqual(before)
    await again.close()
  })

  test('behavior: a file of a later layout is refused', async () => {
    const file = join(folder, 'later.duckdb')
    const { DuckDBInstance } = await import('@duckdb/node-api')
    const instance = await DuckDBInstance.create(file)
    const connection = await instance.connect()
    await connection.run('CREATE TABLE layout (version INTEGER)')
    await connection.run('INSERT INTO layout VALUES (99)')
    connection.closeSync()
    instance.closeSync()
    await expect(openDuckDb({ file })).rejects.toThrow('layout 99')
    expect(settlementsOwner(file)).toBe(undefined)
  })
})

describe('Parquet', () => {
  test('default: months come back as they were, once', async () => {
    const out = join(folder, 'months')
    const engine = await openDuckDb({ file: ':memory:', threads: 1 })
    await engine.append({ network: NETWORK, transfers })
    const files = await engine.exportParquet(out)
    expect(files).toHaveLength(3)
    expect(files[0]).toMatch(/eip155-8453-2026-10-[0-9a-f]{16}\.parquet$/)
    expect(await engine.exportParquet(out)).toEqual([])
    const other = await openDuckDb({ file: ':memory:', threads: 1 })
    const quoted = join(folder, "it's.parquet")
    await copyFile(files[0] as string, quoted)
    const covers = { covers: { from: 0, to: NOW_MS } }
    const first = await other.importParquet(quoted, covers)
    const second = await other.importParquet(files[1] as string)
    const third = await other.importParquet(files[2] as string)
    const added = first.added + second.added + third.added
    expect(added).toBe(transfers.length)
    expect(await other.importParquet(quoted)).toEqual({
      added: 0,
      known: first.added,
      left_out: 0,
    })
    expect(await figuresOf(other)).toEqual(await figuresOf(engine))
    expect(await other.coverage(NETWORK, walletOf('seller', 3))).toEqual({
      from: 0,
      to: NOW_MS,
    })
    for (let i = 0; i < 12; i++)
      expect(
        await other.transfers(NETWORK, walletOf('seller', i), WINDOW),
      ).toEqual(await engine.transfers(NETWORK, walletOf('seller', i), WINDOW))
    await engine.close()
    await other.close()
  })

  test('behavior: rows that cannot be stored are counted', async () => {
    const { DuckDBInstance } = await import('@duckdb/node-api')
    const instance = await DuckDBInstance.create(':memory:')
    const connection = await instance.connect()
    const file = join(folder, 'odd.parquet')
    const row = (amount: string, kind = 'strong') =>
      `SELECT 'base' AS network, TIMESTAMP '2026-11-20 00:00:00' AS block_time, 1 AS block,
        't${amount}' AS tx, 0 AS log_index, '0x${'AB'.repeat(20)}' AS "from", '0x${'cd'.repeat(20)}' AS "to",
        '${amount}' AS amount, NULL AS facilitator, '${kind}' AS class`
    await connection.run(
      `COPY (${[row('5'), row('-1'), row('9223372036854775808'), row('7', 'odd')].join(' UNION ALL ')}) TO '${file}' (FORMAT parquet)`,
    )
    connection.closeSync()
    instance.closeSync()
    const engine = await openDuckDb({ file: ':memory:', threads: 1 })
    expect(await engine.importParquet(file)).toEqual({
      added: 1,
      known: 0,
      left_out: 3,
    })
    const [only] = await engine.transfers(
      NETWORK,
      `0x${'cd'.repeat(20)}`,
      WINDOW,
    )
    expect(only).toEqual({
      network: NETWORK,
      at: Date.parse('2026-11-20T00:00:00Z'),
      block: 1,
      tx: 't5',
      log_index: 0,
      from: `0x${'ab'.repeat(20)}`,
      to: `0x${'cd'.repeat(20)}`,
      amount: 5n,
      facilitator: null,
      class: 'strong',
    })
    await engine.close()
  })
})

describe('CSV and JSON lines', () => {
  const cells = (row: Transfer) => ({
    network: 'base',
    block_time: new Date(row.at).toISOString(),
    block: row.block,
    tx: row.tx,
    log_index: row.log_index,
    from: row.from,
    to: row.to,
    amount: String(row.amount),
    facilitator: '',
    class: row.class,
  })

  test('default: both give the same figures; odd rows are left out', async () => {
    const rows = transfers.map(cells)
    const jsonl = join(folder, 'rows.jsonl')
    const odd = [
      '{}',
      'no json',
      JSON.stringify({ ...rows[0], amount: '-1' }),
      JSON.stringify({ ...rows[0], from: 5 }),
      JSON.stringify({ ...rows[0], block_time: '2026-11-31T00:00:00Z' }),
      JSON.stringify({ ...rows[0], log_index: 1.5 }),
      JSON.stringify({ ...rows[0], class: 'constructor' }),
      JSON.stringify({ ...rows[0], to: 'x\ty' }),
      JSON.stringify({ ...rows[0], tx: 'x'.repeat(70_000) }),
    ]
    await writeFile(
      jsonl,
      `${rows.map((row) => JSON.stringify(row)).join('\n')}\n\n${odd.join('\n')}`,
    )
    const csv = join(folder, 'rows.csv')
    const head = Object.keys(rows[0] as object)
    await writeFile(
      csv,
      [head, ...rows.map((row) => Object.values(row))]
        .map((row) => row.join(','))
        .join('\n'),
    )
    const one = await openDuckDb({ file: ':memory:', threads: 1 })
    const two = await openDuckDb({ file: ':memory:', threads: 1 })
    const rest = { claims: [], networks: [NETWORK] }
    expect(await importRows(jsonLines(jsonl), one)).toEqual({
      ...rest,
      added: rows.length,
      known: 0,
      left_out: odd.length,
    })
    expect(await importRows(csvRows(csv), two)).toEqual({
      ...rest,
      added: rows.length,
      known: 0,
      left_out: 0,
    })
    expect(await importRows(csvRows(csv), two)).toEqual({
      ...rest,
      added: 0,
      known: rows.length,
      left_out: 0,
    })
    expect(await figuresOf(one)).toEqual(await figuresOf(two))
    await one.close()
    await two.close()
  })
})
