import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { FetchRequest, FetchResult } from '../collect/index.js'
import { openStore } from '../store/open-store.js'
import type { Endpoint, Listing, Store } from '../store/store.js'
import { listingOf, offerOf } from '../store/testing/samples.js'
import { callFreeTool, isDeclaredFree } from './free-call.js'

const NOON = Date.UTC(2026, 10, 30, 12)
const URL_FREE = 'https://tools.example/ping'

let store: Store
beforeEach(async () => {
  store = await openStore(':memory:')
  return () => store.close()
})

let asked: FetchRequest[] = []
afterEach(() => {
  asked = []
})

async function listed(more: Partial<Listing> = {}): Promise<Endpoint> {
  const listing = listingOf(URL_FREE, {
    offers: [offerOf('0')],
    ...more,
  })
  const pass = await store.beginPass('file', NOON)
  await store.recordListings(pass, [listing], NOON)
  return (await store.endpoint(listing.resource_id)) as Endpoint
}

function tools(admitted: 'yes' | 'no' = 'yes') {
  return {
    store,
    now: () => NOON,
    randomBytes: (count: number) =>
      crypto.getRandomValues(new Uint8Array(count)),
    admit: async () => admitted === 'yes',
    fetch: async (request: FetchRequest): Promise<FetchResult> => {
      asked.push(request)
      return {
        outcome: 'response',
        status: 200,
        headers: [['Content-Type', 'application/json']],
        body: Buffer.from('{"pong":true}'),
        bodyEnd: 'complete',
        redirectStopped: null,
        url: request.url,
        peer: null,
        hops: [],
        timing: { dnsMs: 1, connectMs: 1, firstByteMs: 1, totalMs: 3 },
      }
    },
  }
}

describe('callFreeTool', () => {
  test('default: calls, keeps what came, once a day', async () => {
    const endpoint = await listed()
    const data = {
      layer: 'L2',
      url: URL_FREE,
      method: 'GET',
      request_body_sha256: null,
      answer: {
        outcome: 'response',
        status: 200,
        content_type: 'application/json',
        body_base64: Buffer.from('{"pong":true}').toString('base64'),
        body_truncated: false,
      },
      format: {
        schema: null,
        result: 'unverified',
        detail: 'no schema is declared',
      },
      payment: null,
    }
    expect(await callFreeTool(endpoint, tools())).toEqual({
      outcome: 'called',
      data,
    })
    expect(asked).toEqual([{ url: URL_FREE, method: 'GET', maxRedirects: 0 }])
    const subject = `GET ${URL_FREE}`
    expect(
      await store.evidenceOf({ subject, kind: 'delivery', limit: 9 }),
    ).toMatchObject([{ kind: 'delivery', data }])
    expect(await callFreeTool(endpoint, tools())).toEqual({
      outcome: 'skipped',
      why: 'known',
    })
  })

  test('behavior: a POST is called with the declared sample only', async () => {
    const post = (sample_body: string | null) =>
      listed({
        ...{ method: 'POST', resource: `POST ${URL_FREE}`, sample_body },
      })
    expect(await callFreeTool(await post(null), tools())).toEqual({
      outcome: 'skipped',
      why: 'no_sample',
    })
    await callFreeTool(await post('{"q":1}'), tools())
    expect(asked).toMatchObject([{ method: 'POST', body: '{"q":1}' }])
  })

  test('behavior: what costs something and what robots forbid is not called', async () => {
    const free = await listed()
    expect(await callFreeTool(free, tools('no'))).toEqual({
      outcome: 'skipped',
      why: 'robots',
    })
    const priced = await listed({ offers: [offerOf('1')] })
    expect(await callFreeTool(priced, tools())).toEqual({
      outcome: 'skipped',
      why: 'not_free',
    })
    expect(asked).toEqual([])
  })
})

describe('isDeclaredFree', () => {
  test.each([
    [[], false],
    [['1'], false],
    [['', '0'], true],
    [['0.0'], false],
  ])('%j: %s', (prices, free) => {
    const offers = prices.map((price_atomic) => offerOf(price_atomic))
    expect(isDeclaredFree(offers)).toBe(free)
  })
})
