import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ExactEvmScheme } from '@x402/evm/exact/client'
import { wrapFetchWithPayment, x402Client } from '@x402/fetch'
import type { Hex, PrivateKeyAccount } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runProgram } from '../../packages/assay/src/cli/program.js'
import { fakeWorld } from '../../packages/assay/src/cli/testing/fake-world.js'
import { accountOf } from '../chain/accounts.js'
import { type Chain, startChain, USDC, whyNoChain } from '../chain/chain.js'
import { createSender } from '../chain/node-client.js'
import { TOKEN_ABI } from '../chain/token-abi.js'
import { honestSeller } from '../guard/honest-seller.js'

// As a person at a terminal: sync, status, score, and what a job leaves.

const missing = whyNoChain()
const seller = accountOf('cli seller')
const SELLER = seller.address.toLowerCase()
const buyers = Array.from({ length: 6 }, (_, i) => accountOf(`cli payer ${i}`))
const ring = [1, 2, 3].map((i) => accountOf(`cli ring ${i}`))
const URL_PAID = 'https://weather.example/today'

let chain: Chain
let folder: string
let now: number

describe.skipIf(missing !== undefined)(`settlements ${missing ?? ''}`, () => {
  beforeAll(async () => {
    chain = await startChain()
    folder = await mkdtemp(join(tmpdir(), 'assay-cli-sync-'))
    for (const account of [seller, ...buyers, ...ring]) {
      await chain.fund(account.address, 1_000_000n)
      await chain.node.setBalance({
        address: account.address,
        value: 10n ** 18n,
      })
    }
    for (const buyer of buyers) await pay(buyer)
    // The last buyer's money comes back over three wallets.
    const path = [seller, ...ring, buyers[5]] as PrivateKeyAccount[]
    for (const [i, from] of path.slice(0, -1).entries())
      await send(from, (path[i + 1] as PrivateKeyAccount).address, 9_000n)
    await chain.node.mine({ blocks: 25 })
    const { timestamp } = await chain.node.getBlock()
    now = Number(timestamp) * 1_000
  }, 60_000)

  afterAll(async () => {
    await chain?.close()
    await rm(folder, { recursive: true, force: true })
  })

  const run = async (...args: string[]) => {
    const world = { ...fakeWorld(), now: () => now }
    const more = ['--db', join(folder, 'assay.db'), '--json']
    const code = await runProgram([...args, ...more], world)
    if (world.err() !== '') throw new Error(world.err())
    return { code, answer: JSON.parse(world.out()) }
  }
  const file = () => ['--file', join(folder, 'settlements.duckdb')]
  const sync = () =>
    run(
      ...['settlements', 'sync', '--rpc', chain.url, '--wallet', SELLER],
      ...['--allow-host', new URL(chain.url).host, '--rate', '1000', ...file()],
    )

  test('default: what is synced is scored', async () => {
    const { code, answer } = await sync()
    expect(code).toBe(0)
    // Its mint, six payments, its own transfer, and three hops behind it.
    expect(answer).toMatchObject({ added: 11, copied: 1, delisted: 0 })
    const score = await run('score', SELLER)
    expect(score.answer).toMatchObject({
      settlements: { status: 'available' },
      counterparty: {
        verdict: 'caution',
        confidence: 0.7,
        wash_trading_ratio: 0,
        real_buyer_count: 6,
        totals: { volume_atomic: '60000', settlements: 6, buyers: 6 },
        source: 'bazaar;rpc-logs',
        extended: {
          multi_hop: {
            washed_volume_atomic: '10000',
            wallets: [buyers[5]?.address.toLowerCase()],
          },
          top_payer_share: 0.1667,
          cohorts: [{ amount_atomic: '10000', payments: 1 }],
        },
      },
      merchant: {
        recommendation: 'CAUTION',
        risk_flags: expect.arrayContaining([]),
        signals: { total_tx_count: 6, unique_payers: 6 },
        source: 'settlements_30d',
      },
    })
  })

  test('behavior: nothing new costs nothing, and the copy stays', async () => {
    expect((await sync()).answer).toMatchObject({ added: 0, copied: 0 })
    const { answer } = await run('settlements', 'status', ...file())
    expect(answer).toMatchObject({ owner: null, jobs: [] })
  })

  test('behavior: figures of yesterday are served no more', async () => {
    now += 86_400_000 + 1
    const { answer } = await run('score', SELLER)
    expect(answer).toMatchObject({
      settlements: { status: 'unavailable', code: 'stale' },
      counterparty: { wash_trading_ratio: null, confidence: 0.1 },
    })
  })
})

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
