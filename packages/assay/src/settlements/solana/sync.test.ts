import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type DuckDbEngine, openDuckDb } from '../duckdb/engine.js'
import { patient } from '../evm/patient.js'
import { RpcFailed, withFailOver } from '../evm/rpc.js'
import { demanding, solanaBy } from './chain.js'
import { syncSolana } from './sync.js'
import {
  createFakeSolana,
  type FakePayment,
  MINT,
  START,
  signatureOf,
  walletOf,
} from './testing/fake-solana.js'

const NETWORK = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const SELLER = walletOf(1)
const BUYER = walletOf(2)
const LISTED = walletOf(3)
const EVER = { after: 0, until: START * 2 }

let fake: ReturnType<typeof createFakeSolana>
let engine: DuckDbEngine

beforeEach(async () => {
  fake = createFakeSolana()
  engine = await openDuckDb({ file: ':memory:', threads: 1 })
})
afterEach(() => engine.close())

const sync = (fields: object = {}, rpc = fake.rpc) =>
  syncSolana(
    {
      engine,
      chain: solanaBy(rpc),
      facilitators: new Set([LISTED]),
      ...fields,
    },
    { network: NETWORK, mint: MINT, wallets: [SELLER], since: START },
  )
const buy = (slot: number, fields: Partial<FakePayment> = {}) =>
  fake.pay({
    slot,
    feePayer: LISTED,
    transfers: [[BUYER, SELLER, 10_000]],
    ...fields,
  })
const stored = () => engine.sentBy(NETWORK, [BUYER, SELLER], EVER)
const txs = async () => (await stored()).map(({ tx }) => tx)
const pagesAsked = () =>
  fake.asked.filter(({ method }) => method === 'getSignaturesForAddress').length

describe('syncSolana', () => {
  test('behavior: times that a node lacks come from the slot or its neighbours', async () => {
    const blank = { blockTime: null }
    buy(10, blank)
    buy(20)
    buy(30, blank)
    await sync()
    expect((await stored()).map(({ at }) => (at - START) / 1_000)).toEqual([
      10, 20, 30,
    ])
    await engine.close()
    engine = await openDuckDb({ file: ':memory:', threads: 1 })
    fake.answer('getBlockTime', ([slot]) => {
      if (slot === 1_000) return START / 1_000 + 1_000
      throw new RpcFailed('-32004 Block not available for slot')
    })
    await sync()
    expect((await stored()).map(({ at }) => (at - START) / 1_000)).toEqual([
      16, 20, 24,
    ])
  })

  test('behavior: only what is new is read the next time', async () => {
    for (let slot = 1; slot <= 30; slot++) buy(slot)
    await sync()
    const before = fake.asked.length
    expect(await sync()).toMatchObject({ added: 0 })
    expect(fake.asked.length - before).toBeLessThanOrEqual(4)
    const tx = buy(1_200)
    fake.setHead(1_300)
    expect(await sync()).toMatchObject({ added: 1 })
    expect(await txs()).toContain(tx)
    expect((await engine.coverage(NETWORK, SELLER))?.to).toBe(START + 1_300_000)
  })

  test('behavior: an account that was empty is read when it is used', async () => {
    expect(await sync()).toMatchObject({ added: 0 })
    buy(1_100)
    fake.setHead(1_200)
    expect(await sync()).toMatchObject({ added: 1 })
  })

  test('behavior: many pages, repeated and out of order', async () => {
    for (let slot = 1; slot <= 450; slot++) buy(slot)
    fake.shapePages((rows) => [...rows.slice(5), ...rows.slice(0, 9)])
    expect(await sync()).toMatchObject({ added: 450 })
    for (let slot = 451; slot <= 1_000; slot++) buy(slot)
    expect(await sync()).toMatchObject({ added: 550 })
    expect(new Set(await txs()).size).toBe(1_000)
  }, 30_000)

  test('behavior: a stopped sync goes on where it was', async () => {
    for (let slot = 1; slot <= 500; slot++) buy(slot)
    const stopAfter = (pages: number) => {
      const stop = new AbortController()
      let seen = 0
      const onProgress = () => {
        seen += 1
        if (seen === pages) stop.abort(new Error('stopped'))
      }
      return sync({ signal: stop.signal, onProgress })
    }
    await expect(stopAfter(1)).rejects.toThrow('stopped')
    expect(await txs()).toHaveLength(200)
    expect(await engine.coverage(NETWORK, SELLER)).toBe(undefined)
    await sync()
    expect(await txs()).toHaveLength(500)
    for (let slot = 501; slot <= 1_000; slot++) buy(slot)
    await expect(stopAfter(2)).rejects.toThrow('stopped')
    const late = buy(1_001)
    await sync()
    expect(new Set(await txs()).size).toBe(1_001)
    expect(await txs()).toContain(late)
  }, 30_000)

  test('behavior: gaps in what a node says are named, and nothing is stored', async () => {
    for (let slot = 1; slot <= 250; slot++) buy(slot)
    const without =
      (method: string, answer: unknown) =>
      async (asked: string, params: readonly unknown[]) =>
        asked === method ? answer : fake.rpc(asked, params)
    const refused = (method: string, answer: unknown) =>
      sync({}, without(method, answer))
    await expect(refused('getTransaction', null)).rejects.toThrow(
      'the node has no transaction',
    )
    await expect(refused('getTransaction', {})).rejects.toThrow('slot')
    await expect(refused('getSignaturesForAddress', {})).rejects.toThrow(
      'no list of signatures',
    )
    await expect(refused('getSlot', 'x')).rejects.toThrow('getSlot')
    expect(await txs()).toEqual([])
    await sync()
    const lagging = createFakeSolana()
    await expect(sync({}, lagging.rpc)).rejects.toThrow(
      `ends before ${signatureOf(250)}, which was read`,
    )
    fake.shapePages((rows) => rows.slice(-1))
    fake.answer('getSignaturesForAddress', () => [
      {
        signature: signatureOf(777),
        slot: 2_000,
        err: { any: 1 },
        blockTime: null,
      },
    ])
    await expect(sync()).rejects.toThrow('lists the same signatures')
  })

  test('behavior: another node is asked for what the first one lacks', async () => {
    buy(1)
    const bare = demanding(async (method, params) =>
      method === 'getTransaction' ? null : fake.rpc(method, params),
    )
    const slept: number[] = []
    const rpc = patient(withFailOver([bare, demanding(fake.rpc)]), {
      sleep: async (ms) => {
        slept.push(ms)
      },
    })
    expect(await sync({}, rpc)).toMatchObject({ added: 1 })
    expect(slept).toEqual([])
    const never = patient(withFailOver([bare]), {
      sleep: async (ms) => {
        slept.push(ms)
      },
    })
    buy(2)
    await expect(sync({}, never)).rejects.toThrow('has no transaction')
    expect(slept).toEqual([250, 500, 1_000, 2_000, 4_000])
  })

  test('behavior: a node that keeps few blocks covers no more than those', async () => {
    buy(900)
    fake.answer('getFirstAvailableBlock', () => 800)
    await sync()
    expect((await engine.coverage(NETWORK, SELLER))?.from).toBe(START + 800_000)
    expect(pagesAsked()).toBeGreaterThan(1)
  })
})
