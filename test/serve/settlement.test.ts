import { decodePaymentResponseHeader } from '@x402/core/http'
import type { FacilitatorClient } from '@x402/core/server'
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
import { openShop, PUBLIC_URL, type Shop, type ShopOptions } from './shop.js'
import {
  buyerAt,
  type CountedFacilitator,
  chainReader,
  countedFacilitator,
  SHOP,
} from './shop-till.js'

const missing = whyNoChain()
const MERCHANT = `${PUBLIC_URL}/merchant/check?merchant_wallet_address=0x1`

let chain: Chain
let store: Store
let before: Hex

describe.skipIf(missing !== undefined)(`settlement ${missing ?? ''}`, () => {
  beforeAll(async () => {
    chain = await startChain()
    await chain.fund(chain.buyer.address, 1_000_000n)
  }, START_TIMEOUT_MS)
  afterAll(() => chain.close())
  beforeEach(async () => {
    before = await chain.snapshot()
    store = await openStore(':memory:')
  })
  afterEach(async () => {
    await store.close()
    await chain.revert(before)
  })

  test('default: an answer that was lost after the money moved is served by the chain', async () => {
    const { shop, buyer } = open({
      settle: async (...args) => {
        await chain.facilitator.settle(...args)
        throw new Error('connection reset')
      },
    })
    const response = await buyer.buy(MERCHANT)
    expect([response.status, await response.json()]).toEqual([
      200,
      { answer: 1, access: 'paid' },
    ])
    const header = response.headers.get('payment-response') as string
    const [settled] = await chain.settlements()
    expect(decodePaymentResponseHeader(header)).toEqual({
      success: true,
      transaction: settled?.transaction,
      network: 'eip155:8453',
      payer: chain.buyer.address,
    })
    expect(shop.handled).toHaveLength(1)
    expect(await store.unsettledPayments(9)).toEqual([])
  })

  test('behavior: what is not known is neither charged again nor given away', async () => {
    let isAway = true
    const { shop, buyer, facilitator } = open({
      settle: (...args) => {
        if (isAway) throw new Error('connection reset')
        return chain.facilitator.settle(...args)
      },
    })
    const response = await buyer.buy(MERCHANT)
    expect([response.status, (await response.json()).code]).toEqual([
      503,
      'settlement_unclear',
    ])
    expect(await chain.balances([SHOP])).toEqual([0n])
    isAway = false
    // Nobody has been at it for a while: it is settled by whoever asks again.
    shop.pass(31_000)
    const again = await retry(shop, buyer.sent[0])
    expect([again.status, await again.json()]).toEqual([
      200,
      { answer: 1, access: 'paid' },
    ])
    expect(await chain.balances([SHOP])).toEqual([10_000n])
    expect(facilitator.counts).toEqual({ verified: 1, settled: 2 })
  })

  test('behavior: without a chain to ask, a used nonce is our own settlement', async () => {
    let isLost = true
    const { shop, buyer } = open({
      readCharge: undefined,
      settle: async (...args) => {
        if (!isLost) return { ...(await refusal(...args)), errorReason: USED }
        await chain.facilitator.settle(...args)
        throw new Error('connection reset')
      },
    })
    const response = await buyer.buy(MERCHANT)
    expect(response.status).toBe(503)
    isLost = false
    shop.pass(31_000)
    const again = await retry(shop, buyer.sent[0])
    expect([again.status, await again.json()]).toEqual([
      200,
      { answer: 1, access: 'paid' },
    ])
    expect(await chain.balances([SHOP])).toEqual([10_000n])
  })

  test('behavior: what stays unknown to the end is in favour of the buyer', async () => {
    const { shop, buyer } = open({
      readCharge: undefined,
      settle: () => Promise.reject(new Error('connection reset')),
    })
    await buyer.buy(MERCHANT)
    shop.pass(31_000)
    expect((await retry(shop, buyer.sent[0])).status).toBe(503)
    shop.pass(100_000)
    expect((await retry(shop, buyer.sent[0])).status).toBe(200)
  })

  test('behavior: a refused settlement is a 402 with its reason, and final', async () => {
    const { shop, buyer, facilitator } = open({ settle: refusal })
    const response = await buyer.buy(MERCHANT)
    const header = response.headers.get('payment-response') as string
    expect([response.status, (await response.json()).code]).toEqual([
      402,
      'settlement_failed',
    ])
    expect(decodePaymentResponseHeader(header)).toMatchObject({
      success: false,
      errorReason: 'insufficient_funds',
    })
    const again = await retry(shop, buyer.sent[0])
    expect([again.status, (await again.json()).code]).toEqual([
      402,
      'payment_failed',
    ])
    // New terms come with it, so that an official buyer can go on.
    expect(again.headers.get('payment-required')).not.toBeNull()
    expect([shop.handled.length, facilitator.counts.settled]).toEqual([1, 1])
  })

  test('behavior: an authorization that ran out unused is over', async () => {
    const { shop, buyer } = open({
      settle: () => Promise.reject(new Error('connection reset')),
    })
    await buyer.buy(MERCHANT)
    shop.pass(130_000)
    expect(await shop.billing.tend()).toEqual({ ended: 1, forgotten: 0 })
    const again = await retry(shop, buyer.sent[0])
    expect([again.status, (await again.json()).code]).toEqual([
      402,
      'payment_failed',
    ])
    shop.pass(24 * 3_600_000)
    expect(await shop.billing.tend()).toEqual({ ended: 0, forgotten: 1 })
  })

  test('behavior: answers are kept for 24 hours', async () => {
    const { shop, buyer } = open({})
    await buyer.buy(MERCHANT)
    shop.pass(24 * 3_600_000 - 60_000)
    await shop.billing.tend()
    expect((await retry(shop, buyer.sent[0])).status).toBe(200)
    shop.pass(120_000)
    await shop.billing.tend()
    const over = await retry(shop, buyer.sent[0])
    expect([over.status, (await over.json()).code]).toEqual([
      402,
      'payment_invalid',
    ])
    expect(shop.handled).toHaveLength(1)
  })
})

function open({
  settle,
  ...options
}: Partial<ShopOptions> & { settle?: FacilitatorClient['settle'] }): {
  shop: Shop
  facilitator: CountedFacilitator
  buyer: ReturnType<typeof buyerAt>
} {
  const facilitator = countedFacilitator(chain, settle)
  const shop = openShop({
    store,
    payTo: SHOP,
    facilitator,
    readCharge: chainReader(chain),
    ...options,
  })
  const buyer = buyerAt((request) => shop.app.fetch(request), chain.buyer)
  return { shop, facilitator, buyer }
}

function retry(shop: Shop, header = ''): Promise<Response> {
  const headers = { 'payment-signature': header }
  return Promise.resolve(shop.app.request(MERCHANT, { headers }))
}

const USED = 'invalid_exact_evm_nonce_already_used'
const refusal: FacilitatorClient['settle'] = async (_, { network }) => ({
  success: false,
  errorReason: 'insufficient_funds',
  transaction: '',
  network,
})
