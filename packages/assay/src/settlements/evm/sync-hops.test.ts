import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type DuckDbEngine, openDuckDb } from '../duckdb/engine.js'
import { blockAt } from './block-at.js'
import { chainBy } from './chain.js'
import { knownHops } from './hop-streams.js'
import { syncEvm } from './sync.js'
import { type HopSyncAsk, syncHops } from './sync-hops.js'
import { createFakeChain, type FakeChain, TOKEN } from './testing/fake-chain.js'
import { createWindowSize } from './window-size.js'

const NETWORK = 'eip155:8453'
const START = Date.parse('2026-11-01T00:00:00Z')
const SELLER = wallet('a1')
const BUYER = wallet('b1')
const LISTED = wallet('f1')
const EVER = { after: START, until: START * 2 }
const settlers = {
  facilitators: new Set([LISTED]),
  contracts: new Set<string>(),
}

let fake: FakeChain
let engine: DuckDbEngine

beforeEach(async () => {
  fake = createFakeChain(START)
  engine = await openDuckDb({ file: ':memory:', threads: 1 })
})
afterEach(() => engine.close())

function wallet(byte: string): string {
  return `0x${byte.repeat(20)}`
}

const tools = () => ({
  engine,
  chain: chainBy(fake.rpc, TOKEN),
  network: NETWORK,
  settlers,
  window: createWindowSize(),
  sleep: async () => {},
})
const hops = (ask: Partial<HopSyncAsk> = {}) =>
  syncHops(tools(), {
    sellers: [SELLER],
    read: new Set([SELLER]),
    window: EVER,
    confirmed: 80,
    ...ask,
  })
const sync = async () => {
  const ask = { network: NETWORK, wallets: [SELLER], since: 0 }
  await syncEvm(tools(), ask)
}
const send = (block: number, from: string, to: string) =>
  fake.add({ block, from, to, amount: 9n, sender: LISTED })
const logsAsked = () =>
  fake.asked.filter(({ method }) => method === 'eth_getLogs').length

describe('syncHops', () => {
  const [x, y] = [wallet('e1'), wallet('e2')]

  beforeEach(async () => {
    fake.add({
      block: 1,
      from: BUYER,
      to: SELLER,
      amount: 9n,
      nonce: 1,
      sender: LISTED,
    })
    send(2, SELLER, x)
    send(3, x, y)
    send(4, y, BUYER)
    fake.setHead(100)
    await sync()
  })

  test('default: follows what the seller sent, each wallet once', async () => {
    expect(await hops()).toEqual({ added: 2, wallets: 3 })
    const rows = await engine.sentBy(NETWORK, [x, y], EVER)
    expect(rows.map(({ from, to }) => [from, to])).toEqual([
      [x, y],
      [y, BUYER],
    ])
    const before = logsAsked()
    expect(await hops()).toEqual({ added: 0, wallets: 3 })
    expect(logsAsked()).toBe(before)
    send(90, x, BUYER)
    expect(await hops({ confirmed: 95 })).toEqual({ added: 1, wallets: 3 })
    expect(await knownHops(engine, NETWORK)).toEqual({
      read: new Set([x, y, BUYER]),
      hubs: new Set(),
    })
  })

  test('behavior: a wallet that sends to too many is read no further', async () => {
    for (let i = 0; i < 300; i++)
      send(5 + (i % 5), y, `0x${i.toString(16).padStart(40, '0')}`)
    await hops()
    const { hubs } = await knownHops(engine, NETWORK)
    expect(hubs).toEqual(new Set([y]))
    expect(await engine.sentBy(NETWORK, [y], EVER)).toHaveLength(201)
    send(90, y, BUYER)
    await hops({ confirmed: 95 })
    expect(await engine.sentBy(NETWORK, [y], EVER)).toHaveLength(201)
    // The window has moved on: what it sent before is forgotten.
    const later = { after: START + 170_000, until: START * 2 }
    send(86, SELLER, y)
    fake.setHead(120)
    await sync()
    await hops({ confirmed: 100, window: later })
    expect(await engine.sentBy(NETWORK, [y], later)).toHaveLength(1)
    expect((await knownHops(engine, NETWORK)).hubs).toEqual(new Set())
  })

  test('behavior: blocks that were replaced are read anew', async () => {
    await hops()
    fake.reorganise(4)
    send(5, y, wallet('e9'))
    await hops()
    const rows = await engine.sentBy(NETWORK, [x, y], EVER)
    expect(rows.map(({ to }) => to)).toEqual([y, wallet('e9')])
  })
})

describe('blockAt', () => {
  test('default: the first block at or after a moment', async () => {
    fake.setHead(1_000)
    const at = (ms: number) =>
      blockAt(chainBy(fake.rpc, TOKEN), START + ms, 1_000)
    expect(await Promise.all([-1, 0, 1, 2_000, 9e9].map(at))).toEqual([
      0, 0, 1, 1, 1_000,
    ])
  })
})
