import { counterparty } from '@assay402/core'
import { ExactEvmScheme } from '@x402/evm/exact/client'
import { wrapFetchWithPayment, x402Client } from '@x402/fetch'
import type { Hex, PrivateKeyAccount } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type DuckDbEngine,
  openDuckDb,
} from '../../packages/assay/src/settlements/duckdb/engine.js'
import { chainBy } from '../../packages/assay/src/settlements/evm/chain.js'
import { readCharge } from '../../packages/assay/src/settlements/evm/charge.js'
import { X402_CONTRACTS } from '../../packages/assay/src/settlements/evm/classify.js'
import { readRange } from '../../packages/assay/src/settlements/evm/read-range.js'
import type { RpcCall } from '../../packages/assay/src/settlements/evm/rpc.js'
import { syncEvm } from '../../packages/assay/src/settlements/evm/sync.js'
import {
  counterpartyFigures,
  settlementFeed,
} from '../../packages/assay/src/settlements/feeds/counterparty.js'
import { merchantActivity } from '../../packages/assay/src/settlements/feeds/merchant.js'
import { windowAt } from '../../packages/assay/src/settlements/feeds/window.js'
import { accountOf } from '../chain/accounts.js'
import {
  type Chain,
  NETWORK,
  startChain,
  USDC,
  whyNoChain,
} from '../chain/chain.js'
import { createSender } from '../chain/node-client.js'
import { TOKEN_ABI } from '../chain/token-abi.js'
import { honestSeller } from '../guard/honest-seller.js'

const missing = whyNoChain()
const seller = accountOf('seller')
const SELLER = seller.address.toLowerCase()
const [buyer1, buyer2, buyer3, buyer4] = [1, 2, 3, 4].map((i) =>
  accountOf(`payer ${i}`),
) as [
  PrivateKeyAccount,
  PrivateKeyAccount,
  PrivateKeyAccount,
  PrivateKeyAccount,
]
const ring = [1, 2, 3].map((i) => accountOf(`ring ${i}`))
const URL_PAID = 'https://weather.example/today'
const PRICE = 10_000n

let chain: Chain
let engine: DuckDbEngine
let rpc: RpcCall
let calls: string[]

describe.skipIf(missing !== undefined)(`settlements ${missing ?? ''}`, () => {
  beforeAll(async () => {
    chain = await startChain()
    engine = await openDuckDb({ file: ':memory:', threads: 1 })
    calls = []
    rpc = async (method, params) => {
      calls.push(method)
      const response = await fetch(chain.url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      })
      const { result, error } = (await response.json()) as {
        result: unknown
        error?: { message: string }
      }
      if (error !== undefined) throw new Error(error.message)
      return result
    }
    for (const account of [seller, buyer1, buyer2, buyer3, buyer4, ...ring]) {
      await chain.fund(account.address, 1_000_000n)
      await chain.node.setBalance({
        address: account.address,
        value: 10n ** 18n,
      })
    }
    // Twice an honest buyer, then self-dealing, a loop, a refund, a ring.
    await pay(buyer1)
    await pay(buyer1)
    await pay(seller)
    await pay(buyer2)
    await send(seller, buyer2.address, 2_500n)
    await pay(buyer3)
    await later()
    await send(seller, buyer3.address, PRICE)
    await pay(buyer4)
    await send(seller, addressOf(0), 8_000n)
    await later()
    await send(ring[0] as PrivateKeyAccount, addressOf(1), 8_000n)
    await send(ring[1] as PrivateKeyAccount, addressOf(2), 7_000n)
    await send(ring[2] as PrivateKeyAccount, buyer4.address, 6_000n)
    // A tip is no purchase.
    await send(buyer1, seller.address, 123n)
  }, 60_000)

  afterAll(async () => {
    await engine?.close()
    await chain?.close()
  })

  test('default: every class and figure equals a hand count', async () => {
    const synced = await sync()
    expect(synced).toMatchObject({ removed: 0 })
    await readRing()
    const now = await nowText()
    const window = windowAt(now)
    const rows = await engine.transfers(NETWORK, SELLER, window)
    const classes = new Map<string, number>()
    for (const { class: kind } of rows)
      classes.set(kind, (classes.get(kind) ?? 0) + 1)
    expect(Object.fromEntries(classes)).toEqual({ strong: 6, none: 3 })
    const tip = await engine.sentBy(NETWORK, [buyer1.address], window)
    expect(tip.map(({ amount, class: kind }) => [amount, kind])).toEqual([
      [PRICE, 'strong'],
      [PRICE, 'strong'],
      [123n, 'none'],
    ])
    const { cut, ...figures } = await counterpartyFigures(engine, {
      network: NETWORK,
      wallet: SELLER,
      now,
    })
    expect(cut).toBe(null)
    expect(figures).toEqual({
      // Of six payments one is the seller's own and two were funded by it.
      wash_trading_ratio: 0.5,
      real_buyer_count: 2,
      repeat_buyer_rate: 0.5,
      totals: {
        volume_atomic: '60000',
        washed_volume_atomic: '30000',
        settlements: 6,
        buyers: 4,
      },
      extended: {
        multi_hop: {
          washed_volume_atomic: '40000',
          wallets: [buyer4.address.toLowerCase()],
        },
        refunds: { count: 1, volume_atomic: '10000' },
        top_payer_share: 0.3333,
        cohorts: [],
      },
    })
    const feed = await settlementFeed(
      engine,
      { network: NETWORK, wallet: SELLER, now },
      'rpc-logs',
      60_000,
    )
    expect(
      counterparty.judge({
        now,
        subject: SELLER,
        network: NETWORK,
        pay_to: SELLER,
        settlement: feed,
      }),
    ).toMatchObject({
      verdict: 'avoid',
      wash_trading_ratio: 0.5,
      extended: figures.extended,
    })
    expect(
      await merchantActivity(engine, { network: NETWORK, wallet: SELLER, now }),
    ).toMatchObject({
      total_tx_count: 6,
      unique_payers: 4,
      refund_count: 1,
      refund_eligible_volume_atomic: '0',
    })
  })

  test('behavior: another sync adds nothing and asks little', async () => {
    const before = calls.length
    expect(await sync()).toMatchObject({ added: expect.any(Number) })
    const window = windowAt(await nowText())
    expect(await engine.transfers(NETWORK, SELLER, window)).toHaveLength(9)
    expect(calls.length - before).toBeLessThan(40)
  })

  test('behavior: a re-organised chain leaves no ghost', async () => {
    const snapshot = await chain.snapshot()
    await pay(buyer2)
    await pay(buyer1)
    await sync()
    const count = async () =>
      (await engine.transfers(NETWORK, SELLER, windowAt(await nowText())))
        .length
    expect(await count()).toBe(11)
    await chain.revert(snapshot)
    await later()
    await send(buyer1, seller.address, 1n)
    await pay(buyer3)
    await sync()
    expect(await count()).toBe(10)
    const held = await engine.transfers(
      NETWORK,
      SELLER,
      windowAt(await nowText()),
    )
    for (const { tx, class: kind } of held)
      if (kind === 'strong')
        expect(
          await chain.node.getTransactionReceipt({ hash: tx as Hex }),
        ).toMatchObject({ status: 'success' })
  })

  test('behavior: unlisted facilitators are probable, their own transfers plain', async () => {
    const rows = await readRange(
      {
        chain: chainBy(rpc, USDC),
        network: NETWORK,
        settlers: { facilitators: new Set(), contracts: X402_CONTRACTS },
      },
      [SELLER],
      { from: 0, to: await chainBy(rpc, USDC).head() },
      ['to'],
    )
    expect(new Set(rows.map((row) => row.class))).toEqual(
      new Set(['probable', 'none']),
    )
    expect(
      rows.every(
        ({ facilitator, class: kind }) =>
          (facilitator === null) === (kind === 'none'),
      ),
    ).toBe(true)
  })

  test('behavior: a stopped sync goes on where it was', async () => {
    const other = await openDuckDb({ file: ':memory:', threads: 1 })
    const stop = new AbortController()
    const tools = toolsOf(other)
    await expect(
      syncEvm(
        {
          ...tools,
          signal: stop.signal,
          onProgress: () => stop.abort(new Error('stopped')),
        },
        askOf(),
      ),
    ).rejects.toThrow('stopped')
    await syncEvm(tools, askOf())
    const window = windowAt(await nowText())
    expect(await other.transfers(NETWORK, SELLER, window)).toEqual(
      await engine.transfers(NETWORK, SELLER, window),
    )
    await other.close()
  })

  test('behavior: was (payer, nonce) charged?', async () => {
    const [first] = await chain.settlements()
    const { payer, nonce, transaction, block } = first as NonNullable<
      typeof first
    >
    const ask = (of: string) =>
      readCharge(rpc, USDC, { payer, nonce: of, from_block: 0 })
    expect(await ask(nonce)).toEqual({
      status: 'charged',
      tx: transaction,
      block,
      pay_to: SELLER,
      amount: PRICE,
    })
    expect(await ask(`0x${'07'.repeat(32)}`)).toMatchObject({
      status: 'unused',
    })
  })
})

function toolsOf(target: DuckDbEngine) {
  const facilitators = new Set([chain.facilitatorAddress.toLowerCase()])
  return {
    engine: target,
    chain: chainBy(rpc, USDC),
    settlers: { facilitators, contracts: X402_CONTRACTS },
    sleep: async () => {},
  }
}

function askOf() {
  return { network: NETWORK, wallets: [SELLER], since: 0, confirmations: 2 }
}

function sync() {
  return syncEvm(toolsOf(engine), askOf())
}

/** What the ring sent, as the hop reader would. */
async function readRing(): Promise<void> {
  const head = await chainBy(rpc, USDC).head()
  const { chain: reader, settlers } = toolsOf(engine)
  const transfers = await readRange(
    { chain: reader, network: NETWORK, settlers },
    ring.map(({ address }) => address),
    { from: 0, to: head },
    ['from'],
  )
  await engine.append({ network: NETWORK, transfers, kind: 'hops' })
}

function addressOf(place: number): Hex {
  return (ring[place] as PrivateKeyAccount).address
}

/** Buys once, by the official client from the official seller. */
async function pay(account: PrivateKeyAccount): Promise<void> {
  const site = honestSeller(chain, URL_PAID, seller.address, '$0.01')
  const client = new x402Client().register(
    'eip155:8453',
    new ExactEvmScheme(account),
  )
  const buy = wrapFetchWithPayment(
    async (input, init) => site(new Request(input, init), () => {}),
    client,
  )
  const response = await buy(URL_PAID)
  if (response.status !== 200) throw new Error(`paid: ${response.status}`)
}

async function send(
  account: PrivateKeyAccount,
  to: Hex,
  amount: bigint,
): Promise<void> {
  const sender = createSender(chain.url, account)
  const hash = await sender.writeContract({
    address: USDC,
    abi: TOKEN_ABI,
    functionName: 'transfer',
    args: [to, amount],
  })
  await sender.waitForTransactionReceipt({ hash })
}

/** So that what follows is strictly later. */
async function later(): Promise<void> {
  await chain.node.increaseTime({ seconds: 4 })
  await chain.node.mine({ blocks: 1 })
}

async function nowText(): Promise<string> {
  const { timestamp } = await chain.node.getBlock()
  return new Date(Number(timestamp) * 1_000).toISOString()
}
