import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ServerType, serve } from '@hono/node-server'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { resumeSpotChecks } from '../../packages/assay/src/delivery/resume.js'
import { BUDGET, monthOf } from '../../packages/assay/src/delivery/settings.js'
import {
  type SpotCheck,
  spotCheck,
} from '../../packages/assay/src/delivery/spot-check.js'
import { openStore } from '../../packages/assay/src/store/open-store.js'
import type { Store } from '../../packages/assay/src/store/store.js'
import { accountOf } from '../chain/accounts.js'
import { type Chain, startChain, whyNoChain } from '../chain/chain.js'
import { honestSeller } from '../guard/honest-seller.js'
import { PROBE, purchaseTools } from './purchase.js'

const missing = whyNoChain()
const SELLER = accountOf('seller').address
const PRICE = 100_000n

let chain: Chain
let server: ServerType
let url: string
let folder: string
let file: string
let store: Store
let looks = 0

describe.skipIf(missing !== undefined)(`spotCheck ${missing ?? ''}`, () => {
  beforeAll(async () => {
    chain = await startChain()
    await chain.fund(PROBE.address, 50_000_000n)
    folder = mkdtempSync(join(tmpdir(), 'assay-delivery-'))
    // Every path is a product of the same seller.
    const products = new Map<string, ReturnType<typeof honestSeller>>()
    server = serve({
      fetch: (request) => {
        // Asks for money whoever only looks, and gives it for nothing then.
        if (request.url.endsWith('/free-then') && ++looks > 1)
          return Response.json({ temperature: 21 })
        const product =
          products.get(request.url) ??
          honestSeller(chain, request.url, SELLER, '$0.10')
        products.set(request.url, product)
        return product(request, () => undefined)
      },
      hostname: '127.0.0.1',
      port: 0,
    })
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    url = `http://127.0.0.1:${port}/today`
  })

  afterAll(async () => {
    server?.close()
    await chain?.close()
    if (folder) rmSync(folder, { recursive: true })
  })

  beforeEach(async () => {
    file = join(folder, `${crypto.randomUUID()}.db`)
    store = await openStore(file)
    return () => store.close()
  })

  const buy = (what = url) =>
    spotCheck(
      { url: what, method: 'GET' },
      purchaseTools(store, chain.url, [new URL(url).host]),
    )
  const why = (check: SpotCheck) =>
    check.outcome === 'bought' ? 'bought' : check.why
  const sold = async () => (await chain.balances([SELLER]))[0] as bigint
  const deliveries = () =>
    store.evidenceOf({ subject: `GET ${url}`, kind: 'delivery', limit: 50 })
  const spent = () => store.budgetSpent(BUDGET, monthOf(Date.now()))

  test('default: pays once, records what was delivered', async () => {
    const before = await sold()
    const check = await buy()
    expect(check).toEqual({
      outcome: 'bought',
      data: {
        layer: 'L3',
        url,
        method: 'GET',
        request_body_sha256: null,
        answer: {
          outcome: 'response',
          status: 200,
          content_type: 'application/json',
          body_base64: Buffer.from('{"temperature":21}').toString('base64'),
          body_truncated: false,
        },
        format: {
          schema: null,
          result: 'unverified',
          detail: 'no schema is declared',
        },
        payment: {
          network: 'eip155:8453',
          asset: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
          amount_atomic: '100000',
          pay_to: SELLER,
          payer: PROBE.address,
          outcome: 'settled',
          transaction: expect.stringMatching(/^0x[0-9a-f]{64}$/),
          self: true,
        },
      },
    })
    expect(await sold()).toBe(before + PRICE)
    expect(await deliveries()).toMatchObject([
      { kind: 'delivery', data: (check as { data: object }).data },
    ])
    expect(await spent()).toBe('100000')
    expect(why(await buy())).toBe('known')
    expect(await sold()).toBe(before + PRICE)
  })

  test('behavior: stops at $2 a calendar month', async () => {
    const before = await sold()
    const outcomes: string[] = []
    for (let i = 0; i < 22; i++)
      outcomes.push(why(await buy(`${url}/product-${i}`)))
    expect(outcomes).toEqual([
      ...Array(20).fill('bought'),
      ...Array(2).fill('over_budget'),
    ])
    expect(await sold()).toBe(before + 20n * PRICE)
    expect(await spent()).toBe('2000000')
  })

  test('behavior: never pays a wallet or a host of our own', async () => {
    const before = await sold()
    const tools = purchaseTools(store, chain.url, [new URL(url).host])
    const own = async (settings: object) =>
      why(
        await spotCheck(
          { url, method: 'GET' },
          { ...tools, settings: { ...tools.settings, ...settings } },
        ),
      )
    expect(await own({ own_wallets: [SELLER.toLowerCase()] })).toBe('own')
    expect(await own({ own_hosts: [new URL(url).origin] })).toBe('own')
    expect(await own({ most_atomic: 99_999n })).toBe('too_dear')
    expect(await own({ vouched: [] })).toBe('refused')
    expect(await spent()).toBe('0')
    expect(await sold()).toBe(before)
  })

  test('behavior: an answer that nobody paid for is no purchase', async () => {
    const before = await sold()
    expect(await buy(`${url}/free-then`)).toEqual({
      outcome: 'not_bought',
      why: 'not_charged',
      detail: 'the seller answered without being paid',
    })
    expect(await spent()).toBe('0')
    expect(await sold()).toBe(before)
  })

  test('behavior: a clock that is set back begins no month anew', async () => {
    const tools = purchaseTools(store, chain.url, [new URL(url).host])
    const at = async (now: number, limit: bigint) =>
      why(
        await spotCheck(
          { url: `${url}/at-${now}`, method: 'GET' },
          {
            ...tools,
            now: () => now,
            settings: { ...tools.settings, monthly_atomic: limit },
          },
        ),
      )
    const today = Date.now()
    expect(await at(today, PRICE)).toBe('bought')
    expect(await at(today - 32 * 86_400_000, PRICE)).toBe('over_budget')
    expect(await at(today + 32 * 86_400_000, PRICE)).toBe('bought')
  })

  // The last moves the clock of the chain.
  test.each(['paid', 'signed'] as const)(
    'behavior: killed when %s, pays at most once and the record is mended',
    async (moment) => {
      const before = await sold()
      await store.close()
      const child = spawn(
        process.execPath,
        [
          ...['--import', 'tsx', join(import.meta.dirname, 'killed-buyer.ts')],
          ...[file, chain.url, url, moment],
        ],
        { stdio: 'inherit' },
      )
      const [, signal] = (await once(child, 'close')) as [number, string]
      expect(signal).toBe('SIGKILL')
      store = await openStore(file)
      expect(await deliveries()).toEqual([])
      expect(why(await buy())).toBe('known')
      const paid = moment === 'paid' ? PRICE : 0n
      expect(await sold()).toBe(before + paid)
      const tools = purchaseTools(store, chain.url, [])
      const later = (ms: number) =>
        resumeSpotChecks({
          ...tools,
          now: () => Date.now() + ms,
          reader: tools.reader as NonNullable<typeof tools.reader>,
        })
      if (moment === 'signed') {
        // It may still be cashed: nothing is said before it has run out.
        expect(await later(0)).toBe(0)
        await chain.node.increaseTime({ seconds: 3_600 })
        await chain.node.mine({ blocks: 1 })
        expect(await later(3_600_000)).toBe(1)
      } else expect(await later(0)).toBe(1)
      expect(await deliveries()).toMatchObject([
        {
          data: {
            layer: 'L3',
            answer: { outcome: 'lost' },
            payment: { outcome: moment === 'paid' ? 'settled' : 'unused' },
          },
        },
      ])
      expect(await spent()).toBe(String(paid))
      expect(await later(7_200_000)).toBe(0)
      expect(await sold()).toBe(before + paid)
    },
  )
})
