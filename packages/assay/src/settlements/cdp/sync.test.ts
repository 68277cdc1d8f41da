import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createSafeFetch, userAgentOf } from '../../collect/index.js'
import { type DuckDbEngine, openDuckDb } from '../duckdb/engine.js'
import { CDP_LIMITS, CdpFailed, cdpOver } from './call.js'
import {
  authorizationsQuery,
  headQuery,
  MOST_WALLETS,
  PAGE_ROWS,
  transfersQuery,
} from './queries.js'
import { timeOf } from './read-span.js'
import { syncCdp } from './sync.js'
import { type SqlEvent, serveSql } from './testing/serve-sql.js'

const NETWORK = 'eip155:8453'
const TOKEN = `0x${'70'.repeat(20)}`
const SELLER = `0x${'a1'.repeat(20)}`
const BUYER = `0x${'b1'.repeat(20)}`
const LISTED = `0x${'f1'.repeat(20)}`
const PROXY = `0x${'c1'.repeat(20)}`
const NOW = Date.parse('2026-11-30T12:00:00Z')
const HEAD = NOW / 1_000 - 60
const DAY = 86_400
const EVER = { after: 0, until: NOW * 2 }

let server: Awaited<ReturnType<typeof serveSql>>
let engine: DuckDbEngine
let slept: number[]

beforeEach(async () => {
  server = await serveSql('secret')
  server.setHead(HEAD)
  engine = await openDuckDb({ file: ':memory:', threads: 1 })
  slept = []
})
afterEach(async () => {
  await engine.close()
  await server.close()
})

const callBy = (token = 'secret') =>
  cdpOver(
    createSafeFetch({
      userAgent: userAgentOf('0', 'test'),
      clock: () => performance.now(),
      allowHosts: [server.host],
      carries: 'credentials',
    }),
    { baseUrl: server.url, token },
  )
const sync = (
  fields: { days?: number; token?: string; wallets?: string[] } = {},
) =>
  syncCdp(
    {
      engine,
      call: callBy(fields.token),
      network: NETWORK,
      settlers: {
        facilitators: new Set([LISTED]),
        contracts: new Set([PROXY]),
      },
      now: () => NOW,
      sleep: async (ms) => {
        slept.push(ms)
      },
    },
    {
      token: TOKEN,
      wallets: fields.wallets ?? [SELLER],
      since: NOW - (fields.days ?? 3) * DAY * 1_000,
    },
  )
let made = 0
const moved = (at: number, fields: Partial<SqlEvent> = {}): SqlEvent => {
  made += 1
  return {
    kind: 'transfer',
    at,
    block: Math.floor(at / 2),
    tx: `0x${made.toString(16).padStart(64, '0')}`,
    log_index: 4,
    sender: LISTED,
    contract: TOKEN,
    parameters: {
      from: BUYER.toUpperCase().replace('0X', '0x'),
      to: SELLER,
      value: '10000',
    },
    ...fields,
  }
}
const used = ({ at, block, tx }: SqlEvent): SqlEvent => ({
  ...moved(at, { block, tx, kind: 'used' }),
  parameters: { authorizer: BUYER, nonce: '0x1' },
})
const stored = () => engine.sentBy(NETWORK, [BUYER, SELLER], EVER)

describe('syncCdp', () => {
  test('default: every class, up to what is surely indexed, then back', async () => {
    const [strong, probable, proxy, weak, plain] = [
      moved(HEAD - 200),
      moved(HEAD - DAY, { sender: BUYER }),
      moved(HEAD - DAY - 2, { sender: BUYER, contract: PROXY }),
      moved(HEAD - DAY - 4),
      moved(HEAD - 2 * DAY, { sender: BUYER }),
    ] as [SqlEvent, SqlEvent, SqlEvent, SqlEvent, SqlEvent]
    const young = moved(HEAD - 100)
    server.add(strong, used(strong), probable, used(probable))
    server.add(proxy, weak, plain, young)
    expect(await sync()).toEqual({ added: 5, until: (HEAD - 120) * 1_000 })
    const rows = await stored()
    expect(rows.map((row) => [row.tx, row.class, row.facilitator])).toEqual([
      [plain.tx, 'none', null],
      [weak.tx, 'weak', LISTED],
      [proxy.tx, 'by_contract', BUYER],
      [probable.tx, 'probable', BUYER],
      [strong.tx, 'strong', LISTED],
    ])
    expect(rows.at(-1)).toEqual({
      network: NETWORK,
      at: (HEAD - 200) * 1_000,
      block: (HEAD - 200) / 2,
      tx: strong.tx,
      log_index: 4,
      from: BUYER,
      to: SELLER,
      amount: 10_000n,
      facilitator: LISTED,
      class: 'strong',
    })
    expect(await engine.coverage(NETWORK, SELLER)).toEqual({
      from: NOW - 3 * DAY * 1_000,
      to: (HEAD - 120) * 1_000 - 1,
    })
  })

  test('behavior: only what is new is asked for the next time', async () => {
    await sync()
    const before = server.queries.length
    const late = moved(HEAD + 10)
    server.add(late)
    server.setHead(HEAD + 200)
    expect(await sync()).toMatchObject({ added: 1 })
    expect(server.queries.length - before).toBe(3)
    expect(await stored()).toMatchObject([{ tx: late.tx }])
  })

  test('behavior: what was taken back is not there', async () => {
    const [gone, again] = [moved(HEAD - 300), moved(HEAD - 302)] as [
      SqlEvent,
      SqlEvent,
    ]
    server.add(gone, { ...gone, action: 'removed' })
    server.add(again, { ...again, action: 'removed' }, again)
    await sync()
    expect(await stored()).toMatchObject([{ tx: again.tx }])
  })

  test('behavior: more rows than a page are asked for in smaller spans', async () => {
    for (let i = 0; i < PAGE_ROWS + 500; i++)
      server.add(moved(HEAD - 200 - (i % 40_000)))
    expect(await sync({ days: 1 })).toMatchObject({ added: PAGE_ROWS + 500 })
    expect(slept).toEqual([])
  }, 60_000)

  test('behavior: the API is left alone when it says so, and tried again', async () => {
    server.add(moved(HEAD - 200))
    let times = 0
    server.refuse((sql) => {
      if (!sql.includes('base.events')) return undefined
      times += 1
      if (times === 1) return { status: 429, body: {}, after: '7' }
      if (times === 2) return { status: 500, body: { errorType: 'internal' } }
      return undefined
    })
    expect(await sync()).toMatchObject({ added: 1 })
    expect(slept).toEqual([7_000, 2_000])
    server.refuse(() => ({ status: 502, body: {} }))
    await expect(sync()).rejects.toThrow('status 502')
  })

  test('behavior: a query that takes too much is made smaller, then given up', async () => {
    const body = { errorType: 'invalid_request', errorMessage: 'Memory limit' }
    server.refuse((sql) =>
      sql.includes('base.events') ? { status: 400, body } : undefined,
    )
    await expect(sync()).rejects.toThrow('Memory limit')
    expect(server.queries.length).toBeGreaterThan(10)
    expect(await engine.coverage(NETWORK, SELLER)).toBe(undefined)
  })

  test('behavior: a wrong token says so, and is never repeated', async () => {
    const failure = await sync({ token: 'other' }).catch((error) => error)
    expect(failure).toBeInstanceOf(CdpFailed)
    expect(failure.message).toContain('bearer token')
    expect(failure.message).not.toContain('other')
    expect(slept).toEqual([])
  })

  test('behavior: an index that stands still, rows that are none', async () => {
    server.setHead(HEAD - 7 * 3_600)
    await expect(sync()).rejects.toThrow('no block of today')
    server.setHead(HEAD)
    server.add(
      moved(HEAD - 200, {
        parameters: { from: BUYER, to: SELLER, value: '1.5' },
      }),
    )
    await expect(sync()).rejects.toThrow('a row that cannot be read (0.amount)')
    expect(await stored()).toEqual([])
  })

  test('behavior: many wallets are read in parts that fit a query', async () => {
    const wallets = Array.from(
      { length: MOST_WALLETS + 1 },
      (_, i) => `0x${i.toString(16).padStart(40, 'd')}`,
    )
    server.add(
      moved(HEAD - 200, {
        parameters: { from: BUYER, to: wallets.at(-1) as string, value: '1' },
      }),
    )
    expect(await sync({ wallets })).toMatchObject({ added: 1 })
    const longest = Math.max(...server.queries.map((sql) => sql.length))
    expect(longest).toBeLessThan(CDP_LIMITS.query)
    expect(longest).toBeGreaterThan(6_000)
  })
})

describe('queries', () => {
  const span = { from: NOW, until: NOW + 1_000, token: TOKEN }

  test('behavior: nothing but addresses and our own times gets in', () => {
    const hostile = [`${SELLER}' OR 1=1 --`, "'", '', 'x'.repeat(42)]
    for (const wallet of hostile)
      for (const query of [transfersQuery, authorizationsQuery])
        expect(() => query({ ...span, wallets: [wallet] })).toThrow(TypeError)
    expect(() => transfersQuery({ ...span, wallets: [] })).toThrow(TypeError)
    expect(() =>
      transfersQuery({ ...span, token: "x'", wallets: [SELLER] }),
    ).toThrow(TypeError)
    expect(() => headQuery(NOW + 1)).toThrow(TypeError)
  })
})

describe('timeOf', () => {
  test.each([
    ['2026-11-30 12:00:00'],
    ['2026-11-30 12:00:00.000'],
    ['2026-11-30T12:00:00Z'],
    ['2026-11-30 12:00:00.123 UTC'],
    ['2026-11-30T12:00:00+00:00'],
  ])('default: %s', (text) => {
    expect(timeOf(text)).toBe(NOW)
  })

  test('behavior: other texts are none', () => {
    for (const text of [
      '',
      '12',
      '2026-11-30 25:00:00',
      '2026-11-30 12:00:00 CET',
    ])
      expect(() => timeOf(text)).toThrow(CdpFailed)
  })
})
