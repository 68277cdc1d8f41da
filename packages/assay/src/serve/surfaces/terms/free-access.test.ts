import { describe, expect, test } from 'vitest'
import { openShop, WALLET } from '../../../inspect/testing/shop.js'
import { ProblemError } from '../../problem.js'
import { quotaFor } from '../../quota/quota-for.js'
import {
  createSurfaceBench,
  json,
  NOBODY,
  NOON,
  type SurfaceBench,
} from '../testing/surface-bench.js'

const PATH = '/terms/v1/products/endpoint-spot-check'
const FROM_NOON_TO_MIDNIGHT = '43200'

async function open(settings: Record<string, unknown> = {}) {
  const shop = await openShop()
  const bench = await createSurfaceBench({
    allowHosts: [shop.host],
    charging: 'counted',
    ...settings,
  })
  return { shop, bench }
}

function ask(bench: SurfaceBench, parameters: Record<string, string>) {
  return bench.get(`${PATH}?${new URLSearchParams(parameters)}`)
}

describe('freeAccess', () => {
  test('default: 5 checks a client name, then a payment is asked for', async () => {
    const { shop, bench } = await open()
    for (let i = 0; i < 5; i++) {
      const response = await ask(bench, { url: shop.url, client: 'a' })
      expect(response.status).toBe(200)
    }
    const sixth = await ask(bench, { url: shop.url, client: 'a' })
    expect(sixth.status).toBe(402)
    expect(await json(sixth)).toMatchObject({ code: 'payment_not_configured' })
    const other = await ask(bench, { url: shop.url, client: 'b' })
    expect(other.status).toBe(200)
    await bench.pass(12 * 3_600_000)
    const nextDay = await ask(bench, { url: shop.url, client: 'a' })
    expect(nextDay.status).toBe(200)
  })

  test('default: 25 checks a network over all names, then 429 until midnight', async () => {
    const { shop, bench } = await open()
    for (let i = 0; i < 25; i++) {
      const client = `c${Math.floor(i / 5)}`
      const response = await ask(bench, { url: shop.url, client })
      expect(response.status).toBe(200)
    }
    const response = await ask(bench, { url: shop.url, client: 'fresh' })
    expect(response.status).toBe(429)
    expect(response.headers.get('retry-after')).toBe(FROM_NOON_TO_MIDNIGHT)
    expect(await json(response)).toMatchObject({ code: 'quota_exhausted' })
    bench.callAs({ address_sha256: 'cd'.repeat(32) })
    const elsewhere = await ask(bench, { url: shop.url, client: 'fresh' })
    expect(elsewhere.status).toBe(200)
  })

  test('behavior: bad parameters and plainly refused addresses cost nothing', async () => {
    const { shop, bench } = await open()
    for (let i = 0; i < 10; i++) {
      expect((await ask(bench, { url: 'nonsense', client: 'a' })).status).toBe(
        400,
      )
      const refused = await ask(bench, {
        url: 'https://10.0.0.1/',
        client: 'a',
      })
      expect(refused.status).toBe(400)
    }
    const response = await ask(bench, { url: shop.url, client: 'a' })
    expect(response.status).toBe(200)
  })

  test('behavior: refused addresses have a cap of their own: each leaves a receipt', async () => {
    const { bench } = await open()
    const refused = { url: 'https://10.0.0.1/' }
    for (let i = 0; i < 200; i++)
      expect((await ask(bench, refused)).status).toBe(400)
    const response = await ask(bench, refused)
    expect(response.status).toBe(429)
    expect(response.headers.get('retry-after')).toBe(FROM_NOON_TO_MIDNIGHT)
  })

  test('behavior: dry runs have caps of their own and are never to be paid', async () => {
    const { shop, bench } = await open()
    const dry = { url: shop.url, mode: 'dry-run', client: 'a' }
    for (let i = 0; i < 50; i++)
      expect((await ask(bench, dry)).status).toBe(200)
    const response = await ask(bench, dry)
    expect(response.status).toBe(429)
    expect(response.headers.get('retry-after')).toBe(FROM_NOON_TO_MIDNIGHT)
    const live = await ask(bench, { url: shop.url, client: 'a' })
    expect(live.status).toBe(200)
    expect(shop.requests()).toBe(1)
  })

  test('behavior: access=paid asks for a payment though checks are left', async () => {
    const { shop, bench } = await open({ payTo: { 'eip155:8453': WALLET } })
    const response = await ask(bench, { url: shop.url, access: 'paid' })
    expect(response.status).toBe(402)
    expect(response.headers.get('payment-required')).toEqual(expect.anything())
    expect(shop.requests()).toBe(0)
  })

  test('behavior: a check that could not be made is not counted', async () => {
    const { shop, bench } = await open({
      admit: async () => {
        throw new ProblemError({ status: 429, code: 'host_busy', detail: 'x' })
      },
    })
    for (let i = 0; i < 6; i++)
      expect((await ask(bench, { url: shop.url })).status).toBe(429)
    const { store, settings } = bench.service
    const claims = quotaFor('terms', 'check', NOBODY, settings, NOON)
    expect(await store.quotaUsed(claims)).toEqual([0, 0])
  })

  test('behavior: an exempt key has no quota and gets the whole answer', async () => {
    const { shop, bench } = await open()
    bench.callAs({
      key: {
        id: 'k',
        key_sha256: 'aa',
        created_at: 0,
        tier: 'exempt',
        label: null,
      },
    })
    for (let i = 0; i < 6; i++)
      expect(await json(await ask(bench, { url: shop.url }))).toMatchObject({
        access: 'exempt',
        reason: 'price_ok',
      })
  })

  test('behavior: an open service counts nothing', async () => {
    const { shop, bench } = await open({ open: true })
    for (let i = 0; i < 6; i++)
      expect(await json(await ask(bench, { url: shop.url }))).toMatchObject({
        access: 'exempt',
      })
  })
})
