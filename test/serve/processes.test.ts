import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Hex } from 'viem'
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  test,
  vi,
} from 'vitest'
import { LIMITS } from '../../packages/assay/src/serve/quota/limits.js'
import { freshDatabase } from '../../packages/assay/src/store/testing/postgres.js'
import {
  type Chain,
  START_TIMEOUT_MS,
  startChain,
  whyNoChain,
} from '../chain/chain.js'
import {
  type ShopProcess,
  type ShopProcessOptions,
  startShop,
} from './shop-process.js'
import { buyerAt, SHOP } from './shop-till.js'

const missing = whyNoChain()
const MERCHANT = '/merchant/check?merchant_wallet_address=0x1'

let chain: Chain
let before: Hex
let folder: string
let started: ShopProcess[]
let drop: () => Promise<void>

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-shop-'))
  started = []
  drop = async () => {}
})
afterEach(async () => {
  await Promise.all(started.map((shop) => shop.kill()))
  await drop()
  await rm(folder, { recursive: true, force: true })
})

// A process of its own takes seconds to start on a busy machine.
vi.setConfig({ testTimeout: 180_000 })

describe.skipIf(missing !== undefined)(`payments ${missing ?? ''}`, () => {
  beforeAll(async () => {
    chain = await startChain()
    await chain.fund(chain.buyer.address, 1_000_000n)
  }, START_TIMEOUT_MS)
  afterAll(() => chain.close())
  beforeEach(async () => {
    before = await chain.snapshot()
  })
  afterEach(() => chain.revert(before))

  test('default: kill -9 between settlement and record charges nobody twice', async () => {
    const store = join(folder, 'assay.db')
    const [first, second] = await Promise.all([
      open({ store, dies: 'after_settling' }),
      open({ store }),
    ])
    const buyer = buyerAt(fetch, chain.buyer)
    await expect(buyer.buy(first.url + MERCHANT)).rejects.toThrow()
    expect(await first.ended).toBe('SIGKILL')
    expect(await chain.balances([SHOP])).toEqual([10_000n])
    const again = await retry(second, buyer.sent[0])
    expect([again.status, await again.json()]).toEqual([
      200,
      { answer: 1, access: 'paid' },
    ])
    expect(again.headers.get('payment-response')).not.toBeNull()
    const third = await retry(second, buyer.sent[0])
    expect(await third.json()).toEqual({ answer: 1, access: 'paid' })
    expect(await chain.balances([SHOP])).toEqual([10_000n])
    expect(await chain.settlements()).toHaveLength(1)
  })

  test('behavior: kill -9 before settlement charges nobody, and the answer waits', async () => {
    const store = join(folder, 'assay.db')
    // What waits for it is a clock that is half a minute ahead.
    const [first, second] = await Promise.all([
      open({ store, dies: 'before_settling' }),
      open({ store, ahead: 31_000 }),
    ])
    const buyer = buyerAt(fetch, chain.buyer)
    await expect(buyer.buy(first.url + MERCHANT)).rejects.toThrow()
    await first.ended
    expect(await chain.balances([SHOP])).toEqual([0n])
    const late = await retry(second, buyer.sent[0])
    expect([late.status, await late.json()]).toEqual([
      200,
      { answer: 1, access: 'paid' },
    ])
    expect(await chain.balances([SHOP])).toEqual([10_000n])
  })

  test.each(['sqlite', 'postgres'] as const)(
    'behavior: two processes at once over %s settle one payment once',
    async (dialect) => {
      const store = await storeOf(dialect)
      const shops = await Promise.all([open({ store }), open({ store })])
      const buyer = buyerAt(fetch, chain.buyer)
      // Signed and not yet used: the handler refused.
      await buyer.buy(`${shops[0].url}${MERCHANT}&status=503`)
      const answers = await Promise.all(
        Array.from({ length: 10 }, (_, i) =>
          retry(shops[i % 2] as ShopProcess, buyer.sent[0]),
        ),
      )
      const bodies = await Promise.all(answers.map((it) => it.text()))
      expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200))
      expect(new Set(bodies).size).toBe(1)
      expect(await chain.settlements()).toHaveLength(1)
      expect(await chain.balances([SHOP])).toEqual([10_000n])
    },
  )
})

describe('quotas', () => {
  test.each(['sqlite', 'postgres'] as const)(
    'default: 200 callers at once, two processes over %s: exactly the cap',
    async (dialect) => {
      const store = await storeOf(dialect)
      const shops = await Promise.all([
        startShop({ store }),
        startShop({ store }),
      ])
      started.push(...shops)
      const { limit } = LIMITS.destination_anonymous
      const statuses = await Promise.all(
        Array.from({ length: 2 * limit }, async (_, i) => {
          const { url } = shops[i % 2] as ShopProcess
          const check = `${url}/destination/v1/check`
          const init = { method: 'POST', body: `{"target":"host${i}"}` }
          return (await fetch(check, init)).status
        }),
      )
      const count = (status: number) =>
        statuses.filter((it) => it === status).length
      expect([count(200), count(402)]).toEqual([limit, limit])
    },
  )
})

async function open(options: ShopProcessOptions): Promise<ShopProcess> {
  const shop = await startShop({ chain: chain.url, ...options })
  started.push(shop)
  return shop
}

async function storeOf(dialect: 'sqlite' | 'postgres'): Promise<string> {
  if (dialect === 'sqlite') return join(folder, 'assay.db')
  const database = await freshDatabase()
  drop = () => database.drop()
  return database.url
}

function retry({ url }: ShopProcess, header = ''): Promise<Response> {
  return fetch(url + MERCHANT, { headers: { 'payment-signature': header } })
}
