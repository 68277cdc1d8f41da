import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type DuckDbEngine, openDuckDb } from '../duckdb/engine.js'
import { chainBy } from './chain.js'
import { RpcFailed, withFailOver } from './rpc.js'
import { ForeignChain, type SyncAsk, syncEvm } from './sync.js'
import { createFakeChain, type FakeChain, TOKEN } from './testing/fake-chain.js'
import { createWindowSize, WINDOW } from './window-size.js'

const NETWORK = 'eip155:8453'
const START = Date.parse('2026-11-01T00:00:00Z')
const SELLER = `0x${'a1'.repeat(20)}`
const BUYER = `0x${'b1'.repeat(20)}`
const LISTED = `0x${'f1'.repeat(20)}`
const PROXY = `0x${'c1'.repeat(20)}`
const EVER = { after: 0, until: START * 2 }
const settlers = {
  facilitators: new Set([LISTED]),
  contracts: new Set([PROXY]),
}

let fake: FakeChain
let engine: DuckDbEngine
let slept: number[]

beforeEach(async () => {
  fake = createFakeChain(START)
  engine = await openDuckDb({ file: ':memory:', threads: 1 })
  slept = []
})
afterEach(() => engine.close())

const sync = (ask: Partial<SyncAsk> = {}, rpc = withFailOver([fake.rpc])) =>
  syncEvm(
    {
      engine,
      chain: chainBy(rpc, TOKEN),
      settlers,
      sleep: async (ms) => {
        slept.push(ms)
      },
    },
    { network: NETWORK, wallets: [SELLER], since: 0, ...ask },
  )
const buy = (block: number, fields = {}) =>
  fake.add({
    block,
    from: BUYER,
    to: SELLER,
    amount: 10n,
    nonce: block,
    sender: LISTED,
    ...fields,
  })
const stored = async () =>
  (await engine.transfers(NETWORK, SELLER, EVER)).map(({ tx }) => tx)

describe('syncEvm', () => {
  test('default: reads up to the head and back to the beginning', async () => {
    const txs = [buy(3), buy(2_500), buy(9_000), buy(9_999)]
    fake.setHead(10_000)
    expect(await sync()).toEqual({ added: 4, removed: 0, head: 10_000 })
    expect(await stored()).toEqual(txs)
    expect(await engine.coverage(NETWORK, SELLER)).toEqual({
      from: 0,
      to: START + 9_980 * 2_000,
    })
  })

  test('behavior: each way of paying has its class', async () => {
    buy(1)
    buy(2, { sender: BUYER })
    buy(3, { sender: BUYER, contract: PROXY, nonce: undefined })
    buy(4, { nonce: undefined })
    buy(5, { sender: BUYER, nonce: undefined })
    fake.add({ block: 6, from: SELLER, to: BUYER, amount: 1n, sender: SELLER })
    fake.setHead(100)
    await sync()
    const rows = await engine.sentBy(NETWORK, [BUYER, SELLER], EVER)
    expect(rows.map((row) => [row.class, row.facilitator])).toEqual([
      ['strong', LISTED],
      ['probable', BUYER],
      ['by_contract', BUYER],
      ['weak', LISTED],
      ['none', null],
      ['none', null],
    ])
    expect(rows[0]?.at).toBe(START + 2_000)
  })

  test('behavior: only what is new is read the next time', async () => {
    buy(10)
    fake.setHead(1_000)
    await sync()
    const before = fake.asked.length
    const tx = buy(1_001)
    fake.setHead(1_010)
    expect(await sync()).toMatchObject({ added: 1 })
    expect(await stored()).toContain(tx)
    const ranges = fake.asked
      .slice(before)
      .filter(({ method }) => method === 'eth_getLogs')
      .map(({ params }) =>
        Number((params[0] as { fromBlock: string }).fromBlock),
      )
    expect(Math.min(...ranges)).toBe(981)
  })

  test('behavior: what was read before the re-organisation goes', async () => {
    const kept = buy(985)
    buy(995)
    fake.setHead(1_000)
    await sync()
    fake.reorganise(990)
    const other = buy(996)
    fake.setHead(1_001)
    expect(await sync()).toMatchObject({ added: 2, removed: 2 })
    expect(await stored()).toEqual([kept, other])
  })

  test('behavior: confirmed blocks that were replaced are read anew', async () => {
    buy(100)
    fake.setHead(1_000)
    await sync()
    buy(1_200)
    fake.setHead(2_000)
    await sync()
    fake.reorganise(1_100)
    const other = buy(1_300)
    fake.setHead(2_001)
    await sync()
    expect(await stored()).toEqual([expect.any(String), other])
    fake.reorganise(0)
    await expect(sync()).rejects.toThrow(ForeignChain)
  })

  test('behavior: windows shrink to what the provider bears, and grow', async () => {
    fake.limitBlocks(300)
    fake.setHead(5_000)
    const tx = buy(17)
    await sync()
    expect(await stored()).toEqual([tx])
    expect(slept.length).toBeGreaterThan(0)
    expect(slept.length).toBeLessThan(12)
  })

  test('behavior: one provider fails, the other answers', async () => {
    buy(5)
    fake.setHead(50)
    const broken = async () => {
      throw new Error('refused')
    }
    const rpc = withFailOver([broken, fake.rpc])
    expect(await sync({}, rpc)).toMatchObject({ added: 1 })
    expect(slept).toEqual([])
    const none = withFailOver([broken, broken])
    await expect(sync({}, none)).rejects.toThrow('refused; refused')
    await expect(none('x', [])).rejects.toThrow(RpcFailed)
    expect(() => withFailOver([])).toThrow('no provider')
  })

  test('behavior: a provider that never answers is given up', async () => {
    fake.setHead(50)
    const rpc = withFailOver([
      async (method, params) => {
        if (method === 'eth_getLogs') throw new Error('busy')
        return fake.rpc(method, params)
      },
    ])
    await expect(sync({}, rpc)).rejects.toThrow('busy')
    expect(slept).toHaveLength(11)
    expect(Math.max(...slept)).toBeLessThanOrEqual(30_000)
  })

  test('behavior: nonsense is no answer', async () => {
    fake.setHead(50)
    buy(5)
    for (const answer of [null, {}, [{}], [{ topics: [] }], ['x']]) {
      const rpc = withFailOver([
        async (method, params) =>
          method === 'eth_getLogs' ? answer : fake.rpc(method, params),
      ])
      await expect(sync({}, rpc)).rejects.toThrow(RpcFailed)
    }
  })

  test('behavior: gaps in what a provider says are named, and nothing is stored', async () => {
    fake.setHead(50)
    buy(5)
    const faulty =
      (wrong: (method: string, answer: unknown) => unknown) =>
      async (method: string, params: readonly unknown[]) =>
        wrong(method, await fake.rpc(method, params))
    const cases: [RegExp, (method: string, answer: unknown) => unknown][] = [
      [
        /no block 30 yet/,
        (method, answer) => (method === 'eth_getBlockByNumber' ? null : answer),
      ],
      [
        /the node has no transaction 0x0/,
        (method, answer) =>
          method === 'eth_getTransactionByHash' ? null : answer,
      ],
      [
        /a log of block 9999 for /,
        (method, answer) =>
          method === 'eth_getLogs'
            ? (answer as object[]).map((log) => ({
                ...log,
                blockNumber: '0x270f',
              }))
            : answer,
      ],
    ]
    for (const [message, wrong] of cases) {
      const rpc = withFailOver([faulty(wrong)])
      await expect(sync({}, rpc)).rejects.toThrow(message)
      expect(await stored()).toEqual([])
    }
    let asked = 0
    const headless = withFailOver([
      faulty((method, answer) => {
        const number = (answer as { number?: string } | null)?.number
        if (method !== 'eth_getBlockByNumber' || number !== '0x5') return answer
        asked += 1
        return null
      }),
    ])
    await expect(sync({}, headless)).rejects.toThrow(
      /no block 5 yet|no header of block 5/,
    )
    expect(asked).toBeGreaterThan(1)
    expect(await sync()).toMatchObject({ added: 1 })
  })

  test('behavior: too many logs are read in smaller parts', async () => {
    for (let i = 0; i < 10_200; i++) buy(1 + Math.floor(i / 200))
    fake.setHead(100)
    await sync()
    const { settlements } = (await engine.figures(
      NETWORK,
      SELLER,
      EVER,
      [],
    )) ?? {
      settlements: 0,
    }
    expect(settlements).toBe(10_200)
    expect(slept).toEqual([])
  }, 60_000)

  test('behavior: new wallets get a stream of their own, old ones go on', async () => {
    const second = `0x${'a2'.repeat(20)}`
    buy(5)
    buy(6, { to: second })
    fake.setHead(100)
    await sync()
    await sync({ wallets: [SELLER, second] })
    expect(await engine.figures(NETWORK, second, EVER, [])).toMatchObject({
      settlements: 1,
    })
    expect(await stored()).toHaveLength(1)
  })
})

describe('createWindowSize', () => {
  test('default: 2 000 first, halved on errors, doubled on success', () => {
    const window = createWindowSize()
    expect(window.size()).toBe(2_000)
    window.worked()
    expect(window.size()).toBe(4_000)
    expect(window.failed()).toBe('smaller')
    expect(window.size()).toBe(2_000)
    window.worked()
    // Not at once beyond where it failed.
    expect(window.size()).toBe(2_000)
    for (let i = 0; i < WINDOW.patience * 4; i++) window.worked()
    expect(window.size()).toBe(WINDOW.most)
    for (let i = 0; i < 14; i++) window.failed()
    expect(window.size()).toBe(1)
    expect(window.failed()).toBe('stuck')
  })
})
