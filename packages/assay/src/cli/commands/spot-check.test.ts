import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openStore } from '../../store/open-store.js'
import type { Store } from '../../store/store.js'
import { fakeWorld } from '../testing/fake-world.js'
import { type SpotCheckFlags, spotCheckCommand } from './spot-check.js'

const KEY = `0x${'11'.repeat(32)}`
const PAY_TO = `0x${'ab'.repeat(20)}`

let server: Server
let url: string
let asked: string[]
let store: Store

beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`)
    const offer = {
      ...{ scheme: 'exact', network: 'base', maxAmountRequired: '10000' },
      ...{ resource: url, description: '', mimeType: '', payTo: PAY_TO },
      ...{ maxTimeoutSeconds: 60, extra: { name: 'USD Coin', version: '2' } },
      asset: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
    }
    response.writeHead(402, { 'content-type': 'application/json' })
    response.end(
      JSON.stringify({ x402Version: 1, error: '', accepts: [offer] }),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/x`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
beforeEach(async () => {
  asked = []
  store = await openStore(':memory:')
  return () => store.close()
})

const run = async (
  more: Partial<SpotCheckFlags>,
  env: Record<string, string> = {},
  urls = [url],
) => {
  const world = fakeWorld('', { env: { ASSAY_PROBE_KEY: KEY, ...env } })
  const flags = { limit: '20', method: 'GET', own: [], json: true }
  const allowHost = [new URL(url).host]
  const all = { ...flags, allowHost, ...more }
  await spotCheckCommand(urls, all, world, store)
  return JSON.parse(world.out())
}

describe('spotCheckCommand', () => {
  test.each([
    ['a method that is neither', { method: 'DELETE' }, '--method'],
    ['a POST without a sample', { method: 'post' }, '--data'],
    ['a GET with a body', { data: '{}' }, '--data'],
    ['what is no origin', { own: ['localhost:4021'] }, '--own'],
    ['half a wallet', { own: ['0xab'] }, '--own'],
  ])('behavior: %s is refused, nobody is asked', async (_, more, text) => {
    await expect(run(more)).rejects.toThrow(text)
    expect(asked).toEqual([])
  })

  test('behavior: nothing to buy is a mistake', async () => {
    await expect(run({}, {}, [])).rejects.toThrow('nothing to buy')
  })

  test.each([
    ['an origin with a path', () => ({ own: [url] }), () => ({})],
    [
      'an origin in capitals',
      () => ({ own: [`${new URL(url).origin.toUpperCase()}/`] }),
      () => ({}),
    ],
    [
      'a wallet in capitals',
      () => ({ own: [`0x${'AB'.repeat(20)}`] }),
      () => ({}),
    ],
    ["the service's wallet", () => ({}), () => ({ ASSAY_PAY_TO: PAY_TO })],
    ["the service's name", () => ({}), () => ({ ASSAY_PUBLIC_URL: url })],
  ])('behavior: never buys from %s', async (_, more, env) => {
    expect(await run(more(), env())).toMatchObject({
      outcome: 'not_bought',
      why: 'own',
    })
  })
})
