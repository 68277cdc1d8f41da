import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type DuckDbEngine, openDuckDb } from './engine.js'

const NETWORK = 'eip155:8453'
const SELLER = `0x${'a1'.repeat(20)}`
const AT = Date.parse('2026-11-20T00:00:00Z')
const EVER = { after: 0, until: AT * 2 }
const ROW = {
  network: `'${NETWORK}'`,
  block_time: "TIMESTAMP '2026-11-20 00:00:00'",
  block: '1',
  tx: `'0x${'AB'.repeat(32)}'`,
  log_index: '0',
  from: `'0x${'B1'.repeat(20)}'`,
  to: `'${SELLER}'`,
  amount: '10000',
  facilitator: 'NULL',
  class: "'strong'",
}

let folder: string
let files = 0
let engine: DuckDbEngine

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-parquet-'))
})
afterAll(() => rm(folder, { recursive: true }))
afterEach(() => engine.close())

/** Takes a file in that holds a good row and these. */
async function imported(...rows: Partial<typeof ROW>[]) {
  files += 1
  const file = join(folder, `${files}.parquet`)
  const texts = rows.map((row) =>
    Object.entries({ ...ROW, ...row })
      .map(([name, value]) => `${value} AS "${name}"`)
      .join(', '),
  )
  const instance = await DuckDBInstance.create(':memory:')
  const connection = await instance.connect()
  const select = texts.map((text) => `SELECT ${text}`).join(' UNION ALL ')
  await connection.run(`COPY (${select}) TO '${file}' (FORMAT parquet)`)
  connection.closeSync()
  instance.closeSync()
  engine = await openDuckDb({ file: ':memory:', threads: 1 })
  const report = await engine.importParquet(file)
  return { report, rows: await engine.transfers(NETWORK, SELLER, EVER) }
}

describe('importParquet', () => {
  test('default: a row as other tools write it', async () => {
    const { report, rows } = await imported({})
    expect(report).toEqual({ added: 1, known: 0, left_out: 0 })
    expect(rows).toMatchObject([
      {
        at: AT,
        tx: `0x${'ab'.repeat(32)}`,
        from: `0x${'b1'.repeat(20)}`,
        amount: 10_000n,
      },
    ])
  })

  test.each([
    ['a time with a zone', "TIMESTAMPTZ '2026-11-20 00:00:00+00'"],
    ['a text', "'2026-11-20T00:00:00Z'"],
    ['a text of another zone', "'2026-11-20T02:00:00+02:00'"],
    ['nanoseconds', "TIMESTAMP_NS '2026-11-20 00:00:00.000000001'"],
  ])('behavior: %s is that moment wherever it is read', async (_, time) => {
    const before = process.env['TZ']
    process.env['TZ'] = 'America/New_York'
    const { rows } = await imported({ block_time: time })
    process.env['TZ'] = before
    if (before === undefined) delete process.env['TZ']
    expect(rows.map(({ at }) => at)).toEqual([AT])
  })

  test.each([
    ['dollars', { amount: 'CAST(0.01 AS DECIMAL(18, 6))' }],
    ['a fraction', { amount: 'CAST(1.6 AS DOUBLE)' }],
    ['a fraction as text', { amount: "'0.6'" }],
    ['an exponent', { amount: "'1e3'" }],
    ['less than nothing', { amount: "'-1'" }],
    ['more than there can be', { amount: `'${2n ** 256n - 1n}'` }],
    ['a list', { amount: '[1]' }],
    ['half a block', { block: '1.5' }],
    ['half a place', { log_index: "'0.4'" }],
    ['bytes', { tx: "'\\xAB\\xCD'::BLOB" }],
    ['a formula', { from: "'=1+1'" }],
    ['a prefix in capitals', { from: `'0X${'B1'.repeat(20)}'` }],
    ['no time', { block_time: "'yesterday'" }],
    ['an endless time', { block_time: "TIMESTAMP 'infinity'" }],
    ['another class', { class: "'Strong'" }],
  ])('behavior: %s is left out, never rounded', async (_, row) => {
    const { report, rows } = await imported(row)
    expect(report).toEqual({ added: 0, known: 0, left_out: 1 })
    expect(rows).toEqual([])
  })
})
