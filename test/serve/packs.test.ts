import type { Hex } from 'viem'
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  test,
} from 'vitest'
import { openStore } from '../../packages/assay/src/store/open-store.js'
import type { Store } from '../../packages/assay/src/store/store.js'
import {
  type Chain,
  START_TIMEOUT_MS,
  startChain,
  whyNoChain,
} from '../chain/chain.js'
import { openShop, PUBLIC_URL, type Shop } from './shop.js'
import {
  buyerAt,
  type CountedFacilitator,
  chainReader,
  countedFacilitator,
  SHOP,
} from './shop-till.js'

const missing = whyNoChain()
const CHECK = `${PUBLIC_URL}/terms/v1/products/endpoint-spot-check`
const DAY_MS = 86_400_000

let chain: Chain
let store: Store
let shop: Shop
let facilitator: CountedFacilitator
let before: Hex

describe.skipIf(missing !== undefined)(`packs ${missing ?? ''}`, () => {
  beforeAll(async () => {
    chain = await startChain()
    await chain.fund(chain.buyer.address, 1_000_000n)
  }, START_TIMEOUT_MS)
  afterAll(() => chain.close())
  beforeEach(async () => {
    before = await chain.snapshot()
    store = await openStore(':memory:')
    facilitator = countedFacilitator(chain)
    shop = openShop({
      store,
      payTo: SHOP,
      facilitator,
      readCharge: chainReader(chain),
    })
  })
  afterEach(async () => {
    await store.close()
    await chain.revert(before)
  })

  test('default: one payment is ten answers', async () => {
    const { token, pack } = await buyPack()
    expect(pack).toEqual({
      token: expect.stringMatching(/^assay_pack_[0-9a-f]{64}$/),
      left: 9,
      expires_at: expect.any(String),
      use: 'Authorization: Bearer <token>; shown once, keep it',
    })
    expect(await chain.balances([SHOP])).toEqual([200_000n])
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => use(token)),
    )
    const got = await Promise.all(answers.map((it) => it.json()))
    // The rest are the free ones of a caller without a pack.
    expect(got.map(({ access }) => access).sort()).toEqual([
      ...Array(3).fill('free'),
      ...Array(9).fill('router'),
    ])
    expect(facilitator.counts.settled).toBe(1)
  })

  test('behavior: an answer that failed is given back', async () => {
    const { token } = await buyPack()
    for (let i = 0; i < 12; i++)
      expect((await use(token, '?status=503')).status).toBe(503)
    const { access } = await (await use(token)).json()
    expect(access).toBe('router')
  })

  test('behavior: a dry run takes nothing from it', async () => {
    const { token } = await buyPack()
    expect((await (await use(token, '?mode=dry-run')).json()).access).toBe(
      'free',
    )
  })

  test('behavior: the token stands nowhere, and ends after 90 days', async () => {
    const { token } = await buyPack()
    const payment = (await store.unsettledPayments(9)).length
    expect(payment).toBe(0)
    shop.pass(90 * DAY_MS - 60_000)
    expect((await (await use(token)).json()).access).toBe('router')
    shop.pass(120_000)
    expect((await (await use(token)).json()).access).toBe('free')
  })

  test('behavior: whoever replays the payment from elsewhere gets no token', async () => {
    const { token, header } = await buyPack()
    const replay = async (address?: string) => {
      const headers = new Headers({ 'payment-signature': header })
      if (address !== undefined) headers.set('x-address', address)
      const response = await shop.app.request(`${CHECK}/router`, { headers })
      return (await response.json()).pack.token
    }
    expect(await replay()).toBe(token)
    expect(await replay('elsewhere')).toBe(null)
    // No pack is stored twice by it.
    const used = await Promise.all(Array.from({ length: 12 }, () => use(token)))
    const got = await Promise.all(used.map((it) => it.json()))
    expect(got.filter(({ access }) => access === 'router')).toHaveLength(9)
  })

  test('behavior: a pack whose payment failed is no pack', async () => {
    facilitator = countedFacilitator(chain, async (_, { network }) => ({
      success: false,
      errorReason: 'insufficient_funds',
      transaction: '',
      network,
    }))
    shop = openShop({ store, payTo: SHOP, facilitator })
    const { buy } = buyerAt((request) => shop.app.fetch(request), chain.buyer)
    const response = await buy(`${CHECK}/router`)
    const body = await response.json()
    expect([response.status, body.code, 'pack' in body]).toEqual([
      402,
      'settlement_failed',
      false,
    ])
  })
})

async function buyPack() {
  const { buy, sent } = buyerAt(
    (request) => shop.app.fetch(request),
    chain.buyer,
  )
  const { pack } = await (await buy(`${CHECK}/router`)).json()
  return { pack, token: pack.token as string, header: sent[0] as string }
}

function use(token: string, query = ''): Promise<Response> {
  const headers = { authorization: `Bearer ${token}` }
  return Promise.resolve(shop.app.request(CHECK + query, { headers }))
}
