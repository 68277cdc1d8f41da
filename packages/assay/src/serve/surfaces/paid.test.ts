import { describe, expect, test } from 'vitest'
import { openShop, WALLET } from '../../inspect/testing/shop.js'
import {
  createSurfaceBench,
  json,
  NOON,
  type SurfaceBench,
} from './testing/surface-bench.js'

const SPOT_CHECK = '/terms/v1/products/endpoint-spot-check'

async function open() {
  const shop = await openShop()
  const bench = await createSurfaceBench({
    allowHosts: [shop.host],
    charging: 'counted',
    payTo: { 'eip155:8453': WALLET },
  })
  return { shop, bench }
}

let nonces = 0

/** Asks for the terms of a paid path, and again with a payment for them. */
async function buy(
  bench: SurfaceBench,
  path: string,
  written: object = {},
): Promise<Response> {
  const asked = await bench.get(path)
  expect(asked.status).toBe(402)
  const header = asked.headers.get('payment-required') ?? ''
  const { accepts, resource } = JSON.parse(
    Buffer.from(header, 'base64').toString(),
  ) as { accepts: [{ amount: string }]; resource: unknown }
  const nonce = `0x${String(++nonces).padStart(64, '0')}`
  const payment = {
    x402Version: 2,
    resource,
    accepted: accepts[0],
    payload: {
      signature: `0x${'1'.repeat(130)}`,
      authorization: {
        from: `0x${'5'.repeat(40)}`,
        to: WALLET,
        value: accepts[0].amount,
        validAfter: '0',
        validBefore: String(NOON / 1_000 + 3_600),
        nonce,
        ...written,
      },
    },
  }
  const signature = Buffer.from(JSON.stringify(payment)).toString('base64')
  return bench.get(path, { 'payment-signature': signature })
}

describe('paid answers of the surfaces', () => {
  test('default: an answer is settled once', async () => {
    const { shop, bench } = await open()
    const query = new URLSearchParams({ url: shop.url, access: 'paid' })
    const terms = await buy(bench, `${SPOT_CHECK}?${query}`)
    expect(terms.status).toBe(200)
    expect(await json(terms)).toMatchObject({
      access: 'paid',
      reason: 'price_ok',
      pay_to: WALLET,
    })
    const merchant = await buy(
      bench,
      `/merchant/check?merchant_wallet_address=${WALLET}`,
    )
    expect(await json(merchant)).toMatchObject({ rulebook: 'merchant' })
    expect(bench.settled()).toBe(2)
  })

  test('behavior: whatever is no answer is not settled', async () => {
    const { bench } = await open()
    const wanted = [
      ['/counterparty/score?subject=https://no.example/x', 503],
      ['/counterparty/score?subject=nonsense', 400],
      ['/endpoint-health/v1/endpoint?url=https://no.example/x', 404],
      ['/endpoint-health/v1/endpoint?url=nonsense', 400],
      ['/merchant/check', 400],
      [`${SPOT_CHECK}/router?url=https://10.0.0.1/`, 400],
      [`${SPOT_CHECK}/router?url=nonsense`, 400],
    ] as const
    for (const [path, status] of wanted)
      expect([path, (await buy(bench, path)).status]).toEqual([path, status])
    expect(bench.settled()).toBe(0)
  })

  test('behavior: one payment in many spellings buys one answer', async () => {
    const { bench } = await open()
    const end = NOON / 1_000 + 3_600
    const nonce = `0x${'a'.repeat(64)}`
    const spellings = [`${end}`, `0x${end.toString(16)}`, ` ${end}`, `${end} `]
    const answers = await Promise.all(
      spellings.map((validBefore, at) =>
        buy(
          bench,
          `/merchant/check?merchant_wallet_address=${WALLET}&price=0.0${at}`,
          { nonce, validBefore },
        ),
      ),
    )
    const statuses = answers.map(({ status }) => status)
    expect(statuses).toEqual([200, 400, 400, 400])
    expect(bench.settled()).toBe(1)
  })

  test('behavior: a path that only looks like a paid one is nowhere', async () => {
    const { bench } = await open()
    const kelvin = await bench.get('/merchant/chec%E2%84%AA')
    expect(kelvin.status).toBe(404)
    const shouted = await bench.get('/Merchant/CHECK/')
    expect(shouted.status).toBe(402)
  })

  test('behavior: a pack answers nine times more, in full', async () => {
    const { shop, bench } = await open()
    const bought = await buy(bench, `${SPOT_CHECK}/router?url=${shop.url}`)
    const { access, pack } = await json(bought)
    expect(access).toBe('router')
    const { token, left } = pack as { token: string; left: number }
    expect(left).toBe(9)
    const use = () =>
      bench.get(`${SPOT_CHECK}?url=${shop.url}`, {
        authorization: `Bearer ${token}`,
      })
    for (let i = 0; i < 9; i++)
      expect(await json(await use())).toMatchObject({
        access: 'router',
        reason: 'price_ok',
      })
    expect(await json(await use())).toMatchObject({ access: 'free' })
    expect(bench.settled()).toBe(1)
  })
})
