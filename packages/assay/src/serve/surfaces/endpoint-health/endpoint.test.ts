import { resourceId } from '@assay402/core'
import { describe, expect, test } from 'vitest'
import type { Observation } from '../../../store/store.js'
import {
  challengeOf,
  listingOf,
  observationOf,
  offerOf,
} from '../../../store/testing/samples.js'
import { list } from '../testing/stored-market.js'
import { createSurfaceBench, json, NOON } from '../testing/surface-bench.js'

const SELLER = 'https://seller.example/x'
const HOUR = 3_600_000
const ENDPOINT = `/endpoint-health/v1/endpoint?url=${encodeURIComponent(SELLER)}`

async function open(ages: readonly number[]) {
  const bench = await createSurfaceBench()
  const { store } = bench.service
  await list(store, [
    listingOf(SELLER, { tags: ['Search'] }),
    listingOf('https://post.example/x', {
      method: 'POST',
      resource: 'POST https://post.example/x',
      resource_id: resourceId('POST https://post.example/x'),
    }),
  ])
  await store.appendObserved(
    ages.map((hours, i) => ({
      evidence: {
        record: challengeOf(i, {
          subject: `GET ${SELLER}`,
          at: NOON - hours * HOUR,
        }),
        key: `look ${i}`,
      },
      observation: look(i, NOON - hours * HOUR),
    })),
  )
  return bench
}

function look(number: number, at: number): Observation {
  return observationOf(number, {
    at,
    resource_id: resourceId(`GET ${SELLER}`),
    quote_atomic: '1000',
    pay_to: offerOf('1').pay_to,
  })
}

describe('GET /v1/endpoint', () => {
  test('default: what is known, and what the score could be', async () => {
    const bench = await open([1, 7, 13])
    const response = await bench.get(ENDPOINT)
    expect(response.status).toBe(200)
    expect(await json(response)).toMatchObject({
      rulebook: 'endpoint-health',
      url: SELLER,
      method: 'GET',
      score: null,
      possible_range: [65, 100],
      usable_samples: 3,
      successful_samples: 3,
      category: 'Search',
      observed_at: '2026-11-30T11:00:00Z',
      components: {
        availability: { points: 40, max: 40, status: 'known' },
        challenge: { points: 25 },
        domain_age: { points: null, status: 'unknown' },
      },
    })
  })

  test.each([
    ['unlisted', 'https://other.example/x', [1], 404, 'not_listed'],
    ['of another method', `${SELLER}&method=POST`, [1], 404, 'not_listed'],
    ['unobserved', 'https://post.example/x', [1], 503, 'not_observed'],
    ['stale', SELLER, [27], 503, 'stale'],
  ])('behavior: %s is not charged for', async (_, url, ages, status, code) => {
    const bench = await open(ages)
    const response = await bench.get(`/endpoint-health/v1/endpoint?url=${url}`)
    expect(response.status).toBe(status)
    expect(await json(response)).toMatchObject({ code })
    if (status === 503)
      expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
  })

  test('behavior: 26 hours are fresh, a moment more is not', async () => {
    const bench = await open([26])
    expect((await bench.get(ENDPOINT)).status).toBe(200)
    await bench.pass(1)
    expect((await bench.get(ENDPOINT)).status).toBe(503)
  })

  test('behavior: a URL that is none is a problem', async () => {
    const bench = await open([])
    const response = await bench.get('/endpoint-health/v1/endpoint?url=x')
    expect(response.status).toBe(400)
    expect(await json(response)).toMatchObject({ field: 'url' })
  })
})

describe('GET /', () => {
  test('default: a page whose rows lead to their evidence', async () => {
    const bench = await open([1])
    const response = await bench.get('/endpoint-health')
    expect(response.headers.get('content-type')).toMatch('text/html')
    expect(await response.text()).toContain(
      `<a href="/v1/endpoints/${resourceId(`GET ${SELLER}`)}">`,
    )
  })

  test('default: the same as JSON, searched and in pages', async () => {
    const bench = await open([1])
    const get = async (query: string) =>
      json(
        await bench.get(`/endpoint-health?${query}`, {
          accept: 'application/json',
        }),
      )
    const first = await get('limit=1&sort=last_seen')
    expect(first['endpoints']).toHaveLength(1)
    const second = await get(`limit=1&sort=last_seen&cursor=${first['next']}`)
    expect(second['endpoints']).toHaveLength(1)
    expect(second['endpoints']).not.toEqual(first['endpoints'])
    expect(await get('query=seller')).toMatchObject({
      endpoints: [{ url: SELLER, price_usd: '0.001' }],
    })
  })

  test('behavior: a cursor of another search is a problem', async () => {
    const bench = await open([])
    expect((await bench.get('/endpoint-health?cursor=x')).status).toBe(400)
    expect((await bench.get('/endpoint-health?min_score=x')).status).toBe(400)
  })
})

describe('methodology', () => {
  test('default: every component with its points', async () => {
    const bench = await open([])
    const page = await (await bench.get('/endpoint-health/methodology')).text()
    for (const part of ['availability', '40', 'domain_age', 'robots_blocked'])
      expect(page).toContain(part)
  })
})
